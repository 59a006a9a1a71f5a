import { createHeldBytes, type HeldBytes } from "./held-bytes.ts";

/**
 * Maximum numbers of unread bytes. A client with more gets no further responses. If all clients together have more, the
 * client with the most is cut off, its largest response first. With these limits, thousands of connections, arriving
 * bodies and long requests of the shop need less than the 768 MB that hosting/porchlight.service allows.
 */
const MAX_BYTES = { own: 32 * 1024 * 1024, total: 96 * 1024 * 1024 };

/** Counts the bytes of responses that clients have not read yet. They stay in memory until then. */
export type UnreadBytes = HeldBytes;

export function createUnreadBytes(): UnreadBytes {
  return createHeldBytes(MAX_BYTES);
}
