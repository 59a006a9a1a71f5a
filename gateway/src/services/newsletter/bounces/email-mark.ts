import { createHmac } from "node:crypto";
import { deriveKey } from "../../../data/list-secret.ts";
import { isSame } from "../../shared/secrets.ts";

/** Hexadecimal digits of each half of a mark's hash: 64 bits. */
const HALF = 16;
/** A mark in an address, in a Message-ID (without brackets in JSON), or in an address that a forwarding server has rewritten. */
const MARK = /[+<"](\d{1,10})\.([\da-f]{32})(?![\da-f])/gi;
/** Maximum number of marks that are read from one text. */
const MARKS_MAX = 20;

/** Which email of which newsletter: `42.0123…`, 44 characters at most. It is in its Message-ID and its return path. */
export type EmailMark = { newsletterId: number; hash: string };

/** Makes and reads the marks of emails. */
export interface EmailMarks {
  /** The same email always has the same mark. */
  of(newsletterId: number, email: string): string;
  /** Whether an email with this mark went to an address. */
  isOf(mark: EmailMark, email: string): boolean;
  /** The marks in a text that this site has made. */
  find(text: string): EmailMark[];
}

/**
 * Marks of emails. The first half of the hash is a keyed hash of newsletter and address: nobody can make a mark for
 * another address, or read an address from it. The second half is a keyed hash of the first. So a forged mark is
 * rejected without reading the recipients.
 *
 * @param secret the list's secret, in base64url
 */
export function emailMarks(secret: string): EmailMarks {
  // Deriving the key takes longer than a mark.
  if (latest?.secret !== secret) latest = { secret, marks: createEmailMarks(secret) };
  return latest.marks;
}

let latest: { secret: string; marks: EmailMarks } | undefined;

function createEmailMarks(secret: string): EmailMarks {
  const key = deriveKey("marks of newsletter emails", secret);
  const half = (text: string) => createHmac("sha256", key).update(text).digest("hex").slice(0, HALF);
  const seal = (newsletterId: number, first: string) => half(`seal/${newsletterId}/${first}`);
  const firstHalf = (newsletterId: number, email: string) => half(`email/${newsletterId}/${email}`);
  return {
    of(newsletterId, email) {
      const first = firstHalf(newsletterId, email);
      return `${newsletterId}.${first}${seal(newsletterId, first)}`;
    },
    isOf: ({ newsletterId, hash }, email) => isSame(firstHalf(newsletterId, email), hash.slice(0, HALF)),
    find(text) {
      const found = new Map<string, EmailMark>();
      for (const [, id = "", digits = ""] of text.matchAll(MARK)) {
        const [newsletterId, hash] = [Number(id), digits.toLowerCase()];
        if (isSame(seal(newsletterId, hash.slice(0, HALF)), hash.slice(HALF))) found.set(hash, { newsletterId, hash });
        if (found.size === MARKS_MAX) break;
      }
      return [...found.values()];
    },
  };
}
