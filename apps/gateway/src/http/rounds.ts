/** How long one round may work before everything else has its turn, in milliseconds. */
const ROUND_MS = 4;

/**
 * Lets work that comes in crowds go in rounds: between two of them the event loop serves whatever else has come. A page
 * then waits for one round, and not for everybody who asked before.
 *
 * @param now milliseconds on a clock that never goes back
 * @returns what takes a piece of work, to be done in its order
 */
export function createRounds(
  now: () => number = () => performance.now(),
  nextRound: (work: () => void) => void = setImmediate,
): (work: () => void) => void {
  let waiting: (() => void)[] = [];

  function round(): void {
    const until = now() + ROUND_MS;
    let done = 0;
    while (done < waiting.length && (done === 0 || now() < until)) {
      waiting[done]?.();
      done += 1;
    }
    waiting = waiting.slice(done);
    if (waiting.length > 0) nextRound(round);
  }

  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) nextRound(round);
  };
}
