/** How long one request may hold the process before others have a turn, in milliseconds. */
const TURN_MS = 4;

/** The turns of one request. */
export type Turns = {
  /** Undefined while the present turn has time left, else a promise of the next one. */
  wait(): Promise<void> | undefined;
  /** Whether anything of the request has had to wait yet. */
  readonly hasWaited: boolean;
};

/**
 * Divides long work into turns, between which whatever else waits is done. All long requests share them: each round of
 * the event loop gives one turn, to whoever waits longest.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createTurns(
  now: () => number,
  nextRound: (work: () => void) => void = setImmediate,
): { begin: () => Turns } {
  const waiting: (() => void)[] = [];

  function giveTurn(): void {
    waiting.shift()?.();
    if (waiting.length > 0) nextRound(giveTurn);
  }

  function begin(): Turns {
    let began = now();
    let hasWaited = false;
    return {
      get hasWaited() {
        return hasWaited;
      },
      wait() {
        if (now() - began < TURN_MS) return undefined;
        hasWaited = true;
        if (waiting.length === 0) nextRound(giveTurn);
        return new Promise((resolve) => {
          waiting.push(() => {
            began = now();
            resolve();
          });
        });
      },
    };
  }

  return { begin };
}
