import { tooManyRequests } from "../auth-error.ts";

/** Maximum number of waiting tasks, for strangers and for known browsers each: about a second, at 40 ms a hash. */
const MAX_WAITING = 20;

/** Runs one task at a time, because hashes are costly: a flood of sign-ins leaves processor time to other requests. */
export interface HashingQueue {
  /**
   * @param isKnown whether the task is for a browser that signed in before; it goes ahead of strangers
   * @throws {AuthError} 429 when too many tasks wait already
   */
  run<T>(work: () => Promise<T>, isKnown?: boolean): Promise<T>;
}

export function createHashingQueue(): HashingQueue {
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  let isBusy = false;

  function startNext(): void {
    const next = known.shift() ?? strangers.shift();
    if (next) next();
    else isBusy = false;
  }

  return {
    async run(work, isKnown = false) {
      if (isBusy) {
        const queue = isKnown ? known : strangers;
        if (queue.length >= MAX_WAITING) throw tooManyRequests(1);
        await new Promise<void>((resolve) => queue.push(resolve));
      }
      isBusy = true;
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
