import { createHeldBytes, type HeldBytes } from "./held-bytes.ts";

/**
 * Maximum number of unread bytes of one client, beyond which it gets no further responses, and of all clients, beyond
 * which those of the client with the most are cut off, the largest first.
 */
const MAX_BYTES = { own: 32 * 1024 * 1024, total: 256 * 1024 * 1024 };

/** Counts the bytes of responses that clients have not read yet. They stay in memory until then. */
export type UnreadBytes = HeldBytes;

export function createUnreadBytes(): UnreadBytes {
  return createHeldBytes(MAX_BYTES);
}
