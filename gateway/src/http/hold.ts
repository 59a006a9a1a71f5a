/** How long a client waits that sends too much, in milliseconds. No `Retry-After` names a shorter time. */
export const HOLD_MS = 1_000;
/** Most requests of one client that wait at once: as many as it may have connections. Behind a proxy there may be more. */
export const MAX_HELD_EACH = 600;

/** Makes a client wait; undefined where too many of its requests wait already. */
export type Hold = {
  (client: string): Promise<void> | undefined;
  /** Whether so many requests of a client wait that its next one is rejected unread. */
  isFull: (client: string) => boolean;
};

/**
 * Slows down a client whose requests are rejected, or that sends very many. Programs wait for one response before they send
 * the next request over a connection, and each request costs the gateway reading, writing and a line of the log. The wait
 * itself costs nothing, and no other client waits. A client that does not wait for responses, because it pipelines requests
 * or closes its connections, soon has too many waiting requests. The server then rejects its requests before any work.
 *
 * @param schedule calls back after a number of milliseconds
 */
export function createHold(schedule: (callback: () => void, ms: number) => unknown = setTimeout): Hold {
  const heldByClient = new Map<string, number>();

  function release(client: string): void {
    const left = (heldByClient.get(client) ?? 1) - 1;
    if (left === 0) heldByClient.delete(client);
    else heldByClient.set(client, left);
  }

  const isFull = (client: string) => (heldByClient.get(client) ?? 0) >= MAX_HELD_EACH;

  function hold(client: string): Promise<void> | undefined {
    if (isFull(client)) return undefined;
    heldByClient.set(client, (heldByClient.get(client) ?? 0) + 1);
    return new Promise((resolve) => {
      schedule(() => {
        release(client);
        resolve();
      }, HOLD_MS);
    });
  }

  return Object.assign(hold, { isFull });
}
