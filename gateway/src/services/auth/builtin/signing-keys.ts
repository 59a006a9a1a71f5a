import type { CryptoKey, JWK } from "jose";
import type { DataFile } from "../../../data/data-file.ts";
import type { Reader, Writer } from "../../../data/statements.ts";

/** The algorithm of signatures, which clients verify with the published keys. Source: RFC 7518 §3.4. */
export const ALGORITHM = "ES256";

/** A key that verifies signatures. */
export type VerifyingKey = {
  publicKey: CryptoKey;
  /** When the key pair stopped signing; undefined while it signs. */
  retiredAt: Date | undefined;
};

/** The key pairs of this site. Each call sees the changes that another process has made. */
export interface SigningKeys {
  /** The pair that signs. */
  signing(): Promise<{ kid: string; privateKey: CryptoKey }>;
  verifying(kid: string): Promise<VerifyingKey | undefined>;
  /** Public keys for clients. The key of the signing pair comes first. Source: RFC 7517. */
  published(isValid: (key: VerifyingKey) => boolean): Promise<JWK[]>;
}

/** A pair that is not stored yet. */
type NewKey = { kid: string; privateJwk: JWK };

/** `private_jwk` of a retired key holds only its public half. */
type KeyRow = { kid: string; private_jwk: string; retired_at: string | null };

type LoadedKey = VerifyingKey & { kid: string; publicJwk: JWK; privateKey: CryptoKey | undefined };

/**
 * Opens the key pairs of the data file, and creates the first pair when there is none. A start loads jose only to
 * create a pair. Otherwise jose and the keys are loaded at the first use of a key.
 */
export async function openSigningKeys(data: Pick<DataFile, "read" | "write">, clock: () => Date): Promise<SigningKeys> {
  let loaded: { marker: string; keys: LoadedKey[] } = { marker: "", keys: [] };

  async function current(): Promise<LoadedKey[]> {
    const marker = markerOf(data.read);
    if (marker === loaded.marker) return loaded.keys;
    const keys = await Promise.all(readRows(data.read).map(importKeys));
    loaded = { marker, keys };
    return keys;
  }

  async function signing(): Promise<{ kid: string; privateKey: CryptoKey }> {
    const active = (await current()).find(({ retiredAt }) => retiredAt === undefined);
    if (active?.privateKey) return { kid: active.kid, privateKey: active.privateKey };
    await makeFirst();
    return signing();
  }

  async function makeFirst(): Promise<void> {
    if (hasActiveKey(data.read)) return;
    const key = await newKey();
    await data.write((writer) => {
      if (!hasActiveKey(writer)) storeKey(writer, key, clock());
    });
  }

  await makeFirst();
  return {
    signing,
    verifying: async (kid) => (await current()).find((key) => key.kid === kid),
    published: async (isValid) =>
      (await current())
        .filter(isValid)
        .map(({ kid, publicJwk }) => ({ ...publicJwk, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] })),
  };
}

/** Creates a pair, without storing it. */
export async function newKey(): Promise<NewKey> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import("jose");
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk };
}

/** Stores a new pair, which signs from now on. Erases the private halves of earlier pairs; their tokens stay valid. */
export function rotateKeys(writer: Writer, key: NewKey, now: Date): void {
  for (const { kid, private_jwk } of readRows(writer)) {
    writer.run(
      "UPDATE signing_keys SET private_jwk = ?, retired_at = coalesce(retired_at, ?) WHERE kid = ?",
      JSON.stringify(publicHalf(parseJwk(private_jwk))),
      now.toISOString(),
      kid,
    );
  }
  storeKey(writer, key, now);
}

function storeKey(writer: Writer, { kid, privateJwk }: NewKey, now: Date): void {
  writer.run(
    "INSERT INTO signing_keys (kid, private_jwk, created_at) VALUES (?, ?, ?)",
    kid,
    JSON.stringify(privateJwk),
    now.toISOString(),
  );
}

function hasActiveKey(reader: Reader): boolean {
  return reader.get("SELECT 1 FROM signing_keys WHERE retired_at IS NULL LIMIT 1") !== undefined;
}

/** A text that changes whenever the keys do. It is read for every signature, so that no outdated key is used. */
function markerOf(reader: Reader): string {
  const sql = "SELECT group_concat(kid || coalesce(retired_at, ''), ' ' ORDER BY kid) AS marker FROM signing_keys";
  return reader.get<{ marker: string | null }>(sql)?.marker ?? "";
}

function readRows(reader: Reader): KeyRow[] {
  return reader.all<KeyRow>(
    "SELECT kid, private_jwk, retired_at FROM signing_keys ORDER BY retired_at IS NOT NULL, created_at DESC, kid",
  );
}

async function importKeys({ kid, private_jwk, retired_at }: KeyRow): Promise<LoadedKey> {
  const jwk = parseJwk(private_jwk);
  const publicJwk = publicHalf(jwk);
  return {
    kid,
    publicJwk,
    publicKey: await importKey(publicJwk),
    privateKey: jwk.d === undefined ? undefined : await importKey(jwk),
    retiredAt: retired_at === null ? undefined : new Date(retired_at),
  };
}

function parseJwk(json: string): JWK {
  // Only storeKey and rotateKeys above write this column.
  return JSON.parse(json) as JWK;
}

function publicHalf({ d: _secret, ...publicJwk }: JWK): JWK {
  return publicJwk;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const { importJWK } = await import("jose");
  const key = await importJWK(jwk, ALGORITHM);
  // jose returns bytes only for symmetric keys.
  if (key instanceof Uint8Array) throw new Error("a signing key of the data file is not a key pair");
  return key;
}
