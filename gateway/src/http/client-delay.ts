import { createClientPlaces } from "./client-places.ts";

/** How long a client that sends too much has to wait, in milliseconds. No `Retry-After` is shorter. */
export const CLIENT_DELAY_MS = 1_000;

/** Makes a client wait; undefined when too many of its requests wait already. */
export type ClientDelay = {
  (client: string): Promise<void> | undefined;
  /** Whether so many requests of a client wait that the next one is rejected unread. */
  isFull: (client: string) => boolean;
};

/**
 * Slows down a client whose requests are rejected, or that sends very many. Each request costs the gateway reading,
 * writing and a log line. Most programs wait for a response before they send the next request, so a delay slows them
 * down. The delay costs nothing and affects no other client. Some clients do not wait: they pipeline requests or close
 * connections. They soon have too many waiting requests, and the server rejects further ones before any work.
 *
 * @param schedule calls a function after a number of milliseconds
 */
export function createClientDelay(schedule: (callback: () => void, ms: number) => unknown = setTimeout): ClientDelay {
  const { take, isFull } = createClientPlaces();

  function delay(client: string): Promise<void> | undefined {
    const giveBack = take(client);
    if (!giveBack) return undefined;
    return new Promise((resolve) => {
      schedule(() => {
        giveBack();
        resolve();
      }, CLIENT_DELAY_MS);
    });
  }

  return Object.assign(delay, { isFull });
}
