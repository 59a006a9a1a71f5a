import { afterPromises } from "../lib/after-promises.ts";

/** How long requests may start before the event loop goes round, in milliseconds. */
const ROUND_MS = 1;

/** Starts a request of a client, at once or when it is the client's turn. */
type Turns = (client: string, start: () => void) => void;

type TurnsOptions = {
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Calls back once the event loop has gone round. */
  nextRound?: (work: () => void) => void;
};

/**
 * Spreads the starts of requests over the rounds of the event loop. In each round Node accepts one connection. If it worked
 * on every request that has arrived before it went round again, a client with hundreds of connections would keep everybody
 * else from connecting for many seconds. Waiting clients alternate, one request each.
 */
export function createTurns({ now = () => performance.now(), nextRound = setImmediate }: TurnsOptions = {}): Turns {
  /** Requests that wait, of each client, in the order of the clients' turns. */
  const waiting = new Map<string, (() => void)[]>();
  /** Until when requests start in this round; undefined before the first one. */
  let endsAt: number | undefined;

  function beginRound(): void {
    endsAt = now() + ROUND_MS;
    nextRound(() => {
      endsAt = undefined;
      if (waiting.size === 0) return;
      beginRound();
      startNext();
    });
  }

  function startNext(): void {
    const [next] = waiting;
    if (!next) return;
    const [client, starts] = next;
    const start = starts.shift();
    waiting.delete(client);
    if (starts.length > 0) waiting.set(client, starts);
    // Most of a request's work follows in promises.
    afterPromises(() => {
      if (endsAt !== undefined && now() < endsAt) startNext();
    });
    start?.();
  }

  return (client, start) => {
    if (endsAt === undefined) beginRound();
    if (waiting.size === 0 && endsAt !== undefined && now() < endsAt) {
      start();
      return;
    }
    const starts = waiting.get(client);
    if (starts) starts.push(start);
    else waiting.set(client, [start]);
  };
}
