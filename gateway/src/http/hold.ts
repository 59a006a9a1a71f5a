/** How long a client waits that sends too much, in milliseconds. No `Retry-After` names a shorter time. */
export const HOLD_MS = 1_000;
/** Most requests of one client that wait at once: as many as it may have connections. Behind a proxy there may be more. */
export const MAX_HELD_EACH = 600;

/** Makes a client wait; undefined where too many of its requests wait already. */
export type Hold = (client: string) => Promise<void> | undefined;

/**
 * Slows down a client whose requests are rejected, or that sends very many. Programs wait for one response before they send
 * the next request over a connection, and each request costs the gateway reading, writing and a line of the log. The wait
 * itself costs nothing, and no other client waits.
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

  return (client) => {
    const held = heldByClient.get(client) ?? 0;
    if (held >= MAX_HELD_EACH) return undefined;
    heldByClient.set(client, held + 1);
    return new Promise((resolve) => {
      schedule(() => {
        release(client);
        resolve();
      }, HOLD_MS);
    });
  };
}
