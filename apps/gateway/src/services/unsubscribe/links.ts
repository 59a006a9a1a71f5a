import { hash } from "node:crypto";
import { keyFor } from "../../data/list-secret.ts";
import { isSame } from "../secrets.ts";

/** Where a link for leaving leads; its token stands in `t`. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

/** Longest token there can be, in characters: that of an address of 254 signs of three bytes each. */
export const TOKEN_MAX_LENGTH = 1_040;

const TAG_BYTES = 16;
/** What one turn of the mask covers: a SHA-256, as long as most addresses. */
const MASK_BYTES = 32;
/** Numbers of the turns that the longest token takes, all of one length. */
const TURNS = Array.from({ length: 24 }, (_, turn) => String(turn).padStart(2, "0"));

/** Links by which a fan leaves the list, one for each address. */
export type UnsubscribeLinks = {
  /** What makes the link of an address; asked for anew for each file, since a restored backup may change the secret. */
  linker(): (email: string) => string;
  /** The address of a token that was made here; undefined for every other text. */
  read(token: string): string | undefined;
};

/**
 * Links that work for as long as the list's secret is kept, whether or not their address is on the list.
 *
 * A token is the address, sealed: it says nothing to those who read it, it is the same each time, and nobody can make
 * another. It follows the synthetic-IV construction (RFC 5297 §1): a tag, which is a keyed hash of the address, and the
 * address masked by a keyed hash of that tag, in base64url. PostgreSQL opens the same tokens, in
 * hosting/supabase/migrations, which is why the hash is SHA-256.
 *
 * The keyed hashes are a SHA-256 over key and text without an HMAC around it. The key fills the first block, and nobody
 * can go on from a hash to that of a longer text: of the tag half is cut off (Bellare, Bernstein, Tessaro: "Hash-Function
 * Based PRFs: AMAC and Its Multi-User Security"), and texts of the mask have one length, so that none begins another
 * (Bellare, Canetti, Krawczyk: "Pseudorandom Functions Revisited"). A cipher of OpenSSL for each address takes three
 * times as long, and an export makes a million links.
 *
 * @param secret reads the list's secret, in base64url
 * @param publicUrl address of the site, without a slash at its end
 */
export function createUnsubscribeLinks(options: { secret: () => string; publicUrl: string }): UnsubscribeLinks {
  const { secret, publicUrl } = options;
  return {
    linker() {
      const tokenOf = createSeal(secret()).seal;
      return (email) => `${publicUrl}${UNSUBSCRIBE_PATH}?t=${tokenOf(email)}`;
    },
    read(token) {
      if (token.length > TOKEN_MAX_LENGTH) return undefined;
      const { seal, unmask } = createSeal(secret());
      const email = unmask(token);
      // Sealed again it has to be the same letter by letter: that shows the tag to be ours, and allows one spelling.
      return email !== undefined && isSame(seal(email), token) ? email : undefined;
    },
  };
}

function createSeal(secret: string): {
  seal: (email: string) => string;
  unmask: (token: string) => string | undefined;
} {
  // As text of 64 characters, one block of SHA-256.
  const tagKey = keyFor("tag of an unsubscribe link", secret).toString("hex");
  const maskKey = keyFor("mask of an unsubscribe link", secret).toString("hex");
  const bytes = Buffer.alloc(TOKEN_MAX_LENGTH);

  function mask(tag: string, end: number): void {
    let turn = 0;
    let stream = "";
    for (let at = TAG_BYTES; at < end; at += 1) {
      const place = (at - TAG_BYTES) % MASK_BYTES;
      if (place === 0) {
        stream = hash("sha256", `${maskKey}${tag}${TURNS[turn]}`, "binary");
        turn += 1;
      }
      // Within the buffer, whose end is behind every token.
      bytes[at]! ^= stream.charCodeAt(place);
    }
  }

  return {
    seal(email) {
      const tag = hash("sha256", tagKey + email, "hex").slice(0, 2 * TAG_BYTES);
      bytes.write(tag, 0, "hex");
      const end = TAG_BYTES + bytes.write(email, TAG_BYTES, "utf8");
      mask(tag, end);
      return bytes.toString("base64url", 0, end);
    },
    unmask(token) {
      const end = bytes.write(token, 0, "base64url");
      if (end <= TAG_BYTES) return undefined;
      mask(bytes.toString("hex", 0, TAG_BYTES), end);
      return bytes.toString("utf8", TAG_BYTES, end);
    },
  };
}
