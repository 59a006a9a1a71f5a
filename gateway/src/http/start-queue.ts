import { afterPromises } from "../lib/after-promises.ts";

/** How long requests may start in one iteration of the event loop, in milliseconds. */
const ITERATION_MS = 1;

/** Starts a client's request at once, or queues it. */
type StartQueue = (client: string, start: () => void) => void;

type StartQueueOptions = {
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Calls back in the next iteration of the event loop. */
  nextIteration?: (work: () => void) => void;
};

/**
 * Spreads the starts of requests over the iterations of the event loop. In each iteration Node accepts one connection.
 * Suppose that all requests of an iteration started at once. Then a client with hundreds of connections could keep
 * other clients from connecting for many seconds. The clients in the queue take turns, one request each.
 */
export function createStartQueue({
  now = () => performance.now(),
  nextIteration = setImmediate,
}: StartQueueOptions = {}): StartQueue {
  /** The waiting requests of each client. The client whose request starts next is first. */
  const waiting = new Map<string, (() => void)[]>();
  /** Requests may start in this iteration until this time; undefined before the first one. */
  let endsAt: number | undefined;

  function beginIteration(): void {
    endsAt = now() + ITERATION_MS;
    nextIteration(() => {
      endsAt = undefined;
      if (waiting.size === 0) return;
      beginIteration();
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
    // Most of a request's work is done in promise callbacks.
    afterPromises(() => {
      if (endsAt !== undefined && now() < endsAt) startNext();
    });
    start?.();
  }

  return (client, start) => {
    if (endsAt === undefined) beginIteration();
    if (waiting.size === 0 && endsAt !== undefined && now() < endsAt) {
      start();
      return;
    }
    const starts = waiting.get(client);
    if (starts) starts.push(start);
    else waiting.set(client, [start]);
  };
}
