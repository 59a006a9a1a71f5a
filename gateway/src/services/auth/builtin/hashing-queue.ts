import { tooManyRequests } from "../auth-error.ts";

/** Works waiting at once, of strangers and of known browsers each. At 40 ms a hash nobody waits for much over a second. */
const MOST_WAITING = 20;

/** Runs costly work one at a time, so that a flood of sign-ins leaves a processor for everybody else. */
export interface HashingQueue {
  /**
   * @param isKnown whether it is for a browser that signed in before, which goes ahead of strangers
   * @throws {AuthError} 429 when too much is waiting already
   */
  run<T>(work: () => Promise<T>, isKnown?: boolean): Promise<T>;
}

/** An empty queue. */
export function createHashingQueue(): HashingQueue {
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  let isBusy = false;

  function goOn(): void {
    const next = known.shift() ?? strangers.shift();
    if (next) next();
    else isBusy = false;
  }

  return {
    async run(work, isKnown = false) {
      if (isBusy) {
        const line = isKnown ? known : strangers;
        if (line.length >= MOST_WAITING) throw tooManyRequests(1);
        await new Promise<void>((resolve) => line.push(resolve));
      }
      isBusy = true;
      try {
        return await work();
      } finally {
        goOn();
      }
    },
  };
}
