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
  /** Releases the place, or stops waiting for it. */
  giveBack(): void;
};

/** Places for work that takes much memory. */
export type Places = { take(client: string): Place };

/** How many of the clients that got a place are remembered. */
const MAX_SERVED = 1_000;

type Waiting = { start: () => void; reject: () => void };

/**
 * Lets a few requests work at the same time. The others wait, and the clients get places in turn. A client that got none
 * lately is first, so a visitor does not wait for everybody who sends long requests all the time. When too many wait, the
 * newest request of the client with the most is rejected.
 *
 * @param count number of places
 * @param maxWaiting maximum number of requests that wait
 */
export function createPlaces(count: number, maxWaiting: number): Places {
  /** The waiting requests of each client. */
  const line = new Map<string, Waiting[]>();
  /** Clients that got a place. The one that has waited longest for another is first. */
  const served = new Set<string>();
  let free = count;
  let waiting = 0;

  function startNext(): void {
    const client = [...line.keys()].find((one) => !served.has(one)) ?? [...served].find((one) => line.has(one));
    const first = client === undefined ? undefined : line.get(client)?.[0];
    if (client === undefined || !first) {
      free += 1;
      return;
    }
    remove(client, first);
    serve(client);
    first.start();
  }

  function serve(client: string): void {
    served.delete(client);
    served.add(client);
    const [oldest] = served;
    if (served.size > MAX_SERVED && oldest !== undefined) served.delete(oldest);
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
        serve(client);
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
