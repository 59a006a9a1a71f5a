import { createClientPlaces } from "./client-places.ts";

/** How long a client waits that sends too much, in milliseconds. No `Retry-After` names a shorter time. */
export const HOLD_MS = 1_000;

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
  const { take, isFull } = createClientPlaces();

  function hold(client: string): Promise<void> | undefined {
    const giveBack = take(client);
    if (!giveBack) return undefined;
    return new Promise((resolve) => {
      schedule(() => {
        giveBack();
        resolve();
      }, HOLD_MS);
    });
  }

  return Object.assign(hold, { isFull });
}
