import { createHeldBytes, type HeldBytes } from "./held-bytes.ts";

/**
 * Maximum number of unread bytes of one client, beyond which it gets no further responses, and of all clients, beyond
 * which those of the client with the most are cut off, the largest first. Together with thousands of connections, bodies
 * that arrive and long requests of the shop the process stays below the 768 MB that hosting/porchlight.service allows.
 */
const MAX_BYTES = { own: 32 * 1024 * 1024, total: 96 * 1024 * 1024 };

/** Counts the bytes of responses that clients have not read yet. They stay in memory until then. */
export type UnreadBytes = HeldBytes;

export function createUnreadBytes(): UnreadBytes {
  return createHeldBytes(MAX_BYTES);
}
