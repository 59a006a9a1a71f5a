import { createHash } from "node:crypto";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LENGTH = 22;
/** 128 bits, which always fit into 22 digits. */
const BYTES = 16;

/**
 * Creates an id in the streaming service's form from a name. `artist:Harbour Line` always gets the same id, on every
 * machine. Source: developer.spotify.com, "Spotify URIs and IDs".
 */
export function base62Id(name: string): string {
  let rest = BigInt(
    `0x${createHash("sha256")
      .update(name)
      .digest("hex")
      .slice(0, 2 * BYTES)}`,
  );
  let id = "";
  for (let at = 0; at < LENGTH; at += 1) {
    id = DIGITS.charAt(Number(rest % 62n)) + id;
    rest /= 62n;
  }
  return id;
}
