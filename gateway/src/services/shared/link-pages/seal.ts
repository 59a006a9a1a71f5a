import { hash } from "node:crypto";
import { deriveKey } from "../../../data/list-secret.ts";
import { isSame } from "../secrets.ts";

/** Maximum length of a token, in characters: a time, and an address of 254 characters of three bytes each. */
export const SEALED_MAX_LENGTH = 1_100;

const TAG_BYTES = 16;
/** Length of one block of the mask, a SHA-256. Most addresses need one block. */
const MASK_BYTES = 32;
/** Block numbers for the longest token, all of the same length. */
const BLOCKS = Array.from({ length: 26 }, (_, block) => String(block).padStart(2, "0"));

/** Converts texts to tokens and back. */
type Seal = {
  seal(text: string): string;
  /** The text of a valid token; undefined for any other text. */
  open(token: string): string | undefined;
};

/**
 * Seals texts. A token reveals nothing, is the same each time, and cannot be forged. It follows the synthetic-IV
 * construction (RFC 5297 §1): a tag, which is a keyed hash of the text, and the text masked by a keyed hash of the
 * tag, both in base64url. PostgreSQL opens the same tokens, in hosting/supabase/migrations. That is why the hash is
 * SHA-256.
 *
 * The keyed hashes are SHA-256 over key and text, without HMAC. The key fills the first block. Length extension is not
 * possible, because half of the tag's hash is cut off (Bellare, Bernstein, Tessaro: "Hash-Function Based PRFs: AMAC and
 * Its Multi-User Security"), and because all texts of the mask have the same length, so that none is the prefix of
 * another (Bellare, Canetti, Krawczyk: "Pseudorandom Functions Revisited"). An OpenSSL cipher for each address would
 * take three times as long, and an export creates a million links.
 *
 * @param secret the list's secret, in base64url
 * @param use purpose of the tokens; tokens of one purpose are not valid for another
 */
export function createSeal(secret: string, use: string): Seal {
  // In hexadecimal digits, a key has 64 characters, which is one block of SHA-256.
  const tagKey = deriveKey(`tag of ${use}`, secret).toString("hex");
  const maskKey = deriveKey(`mask of ${use}`, secret).toString("hex");
  const bytes = Buffer.alloc(SEALED_MAX_LENGTH);

  function mask(tag: string, end: number): void {
    let block = 0;
    let stream = "";
    for (let at = TAG_BYTES; at < end; at += 1) {
      const place = (at - TAG_BYTES) % MASK_BYTES;
      if (place === 0) {
        stream = hash("sha256", `${maskKey}${tag}${BLOCKS[block]}`, "binary");
        block += 1;
      }
      // The `!` holds: the buffer is longer than any token.
      bytes[at]! ^= stream.charCodeAt(place);
    }
  }

  function seal(text: string): string {
    const tag = hash("sha256", tagKey + text, "hex").slice(0, 2 * TAG_BYTES);
    bytes.write(tag, 0, "hex");
    const end = TAG_BYTES + bytes.write(text, TAG_BYTES, "utf8");
    mask(tag, end);
    return bytes.toString("base64url", 0, end);
  }

  return {
    seal,
    open(token) {
      if (token.length > SEALED_MAX_LENGTH) return undefined;
      const end = bytes.write(token, 0, "base64url");
      if (end <= TAG_BYTES) return undefined;
      mask(bytes.toString("hex", 0, TAG_BYTES), end);
      const text = bytes.toString("utf8", TAG_BYTES, end);
      // Sealing the text again must give exactly this token. So the tag is ours, and only one spelling is valid.
      return isSame(seal(text), token) ? text : undefined;
    },
  };
}
