/** No place is free, and too many requests wait for one. */
export class NoPlaceError extends Error {
  override readonly name = "NoPlaceError";

  constructor() {
    super("Too many requests wait for a place.");
  }
}

/** A place, or the wait for one. */
export type Place = {
  /** Undefined if the place was free. Rejects with a {@link NoPlaceError} if too many wait, or the wait was ended. */
  readonly taken: Promise<void> | undefined;
  /** Whether the wait ended because too many wait. */
  readonly isRejected: boolean;
  /** Gives the place back, or stops waiting for it. */
  giveBack(): void;
};

/** Places for work that takes much memory. */
export type Places = { take(client: string): Place };

type Waiting = { start: () => void; reject: () => void };

/**
 * Lets a few requests work at the same time. The others wait, and the clients get places in turn. When too many wait,
 * the newest request of the client with the most is rejected.
 *
 * @param count number of places
 * @param maxWaiting maximum number of requests that wait
 */
export function createPlaces(count: number, maxWaiting: number): Places {
  /** The waiting requests of each client. The client that gets the next place is first. */
  const line = new Map<string, Waiting[]>();
  let free = count;
  let waiting = 0;

  function startNext(): void {
    const [next] = line;
    if (!next) {
      free += 1;
      return;
    }
    const [client, requests] = next;
    const first = requests[0];
    line.delete(client);
    line.set(client, requests);
    if (first) remove(client, first);
    first?.start();
  }

  function remove(client: string, request: Waiting): void {
    const left = line.get(client)?.filter((other) => other !== request) ?? [];
    waiting -= 1;
    if (left.length > 0) line.set(client, left);
    else line.delete(client);
  }

  function rejectOne(): void {
    const [client, requests] = [...line].reduce((most, other) => (other[1].length > most[1].length ? other : most));
    const newest = requests.at(-1);
    if (!newest) return;
    remove(client, newest);
    newest.reject();
  }

  return {
    take(client) {
      let state: "waiting" | "has a place" | "rejected" | "ended" = "has a place";
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      // The caller may not wait for this promise yet, or may have stopped waiting.
      promise.catch(() => {});
      const request: Waiting = {
        start() {
          state = "has a place";
          resolve();
        },
        reject() {
          state = "rejected";
          reject(new NoPlaceError());
        },
      };
      const isFree = free > 0;
      if (isFree) {
        free -= 1;
      } else {
        state = "waiting";
        waiting += 1;
        line.set(client, [...(line.get(client) ?? []), request]);
        if (waiting > maxWaiting) rejectOne();
      }
      return {
        taken: isFree ? undefined : promise,
        get isRejected() {
          return state === "rejected";
        },
        giveBack() {
          if (state === "waiting") {
            remove(client, request);
            reject(new NoPlaceError());
          } else if (state === "has a place") startNext();
          state = "ended";
        },
      };
    },
  };
}
