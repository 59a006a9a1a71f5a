import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const argon2Async = promisify(argon2);

/** The cost of one hash. `memory` is in KiB. */
type HashParameters = { memory: number; passes: number; parallelism: number };

/** Source: OWASP Password Storage Cheat Sheet, argon2id; one of its equally strong settings. Takes about 40 ms. */
export const HASH_PARAMETERS: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The only version that Node computes. Source: RFC 9106 §3.1. */
const VERSION = 19;

/** Hashes and checks passwords. */
export interface PasswordHasher {
  /** @returns a PHC string, which carries its own parameters and salt */
  hash(password: string): Promise<string>;
  verify(password: string, phc: string): Promise<boolean>;
  /** Whether a stored hash is as strong as a new one would be. */
  isCurrent(phc: string): boolean;
}

/** Hashes passwords with Node's own argon2id. */
export function createPasswordHasher(parameters: HashParameters = HASH_PARAMETERS): PasswordHasher {
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return toPhc(parameters, salt, await derive(password, salt, parameters, HASH_BYTES));
    },
    async verify(password, phc) {
      const { salt, hash, ...stored } = parsePhc(phc);
      return timingSafeEqual(await derive(password, salt, stored, hash.length), hash);
    },
    isCurrent(phc) {
      const { memory, passes, parallelism } = parsePhc(phc);
      return memory >= parameters.memory && passes >= parameters.passes && parallelism === parameters.parallelism;
    },
  };
}

function derive(password: string, nonce: Buffer, parameters: HashParameters, tagLength: number): Promise<Buffer> {
  // Keyboards write the same letter in different ways. Source: NIST SP 800-63B §3.1.1.2, normalization.
  return argon2Async("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...parameters });
}

/** Source: the PHC string format, github.com/P-H-C/phc-string-format. */
function toPhc({ memory, passes, parallelism }: HashParameters, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

function parsePhc(phc: string): HashParameters & { salt: Buffer; hash: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (found === null) throw new Error("a password hash of the data file cannot be read");
  const [, memory, passes, parallelism, salt = "", hash = ""] = found;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
