import { createRateLimit } from "../../../../http/rate-limit.ts";

/** What codes are for. Each kind is counted apart. */
export type CodeKind = "gift-card" | "discount";

/** Wrong codes of one address: ten at once, then one a minute, for whoever mistypes. */
const OWN_RATE = { burst: 10, perSecond: 1 / 60 };
/** Wrong codes of everybody together. More than these are a rush of guesses, from however many addresses. */
const CALM_RATE = { burst: 60, perSecond: 1 / 10 };
/** Wrong codes of one address in a rush: enough to mistype, too few to be worth an address. */
const RUSH_RATE = { burst: 3, perSecond: 1 / 600 };

/** One client's tries at one kind of code. */
export interface CodeTries {
  /** Whether another code may be looked at. Right ones are held back too: what is told of them is what guesses are for. */
  mayTry(): boolean;
  /** Counts a code that nobody has. */
  countWrong(): void;
}

/**
 * Bounds how often codes can be guessed.
 *
 * @param client what limits count by
 */
export type CodeGuesses = (kind: CodeKind, client: string) => CodeTries;

/** Stands in where limits are off. */
const NO_LIMIT: CodeTries = { mayTry: () => true, countWrong: () => undefined };

/**
 * Counts wrong codes only, so that whoever has a code is never kept from it by having many. In a rush nobody is kept from
 * theirs by what others did, but each address has only a few tries.
 *
 * @param limits whether limits hold at all
 * @param now milliseconds on a clock that never goes back
 */
export function createCodeGuesses({ limits, now }: { limits: boolean; now: () => number }): CodeGuesses {
  if (!limits) return () => NO_LIMIT;
  const own = createRateLimit(OWN_RATE, now);
  const calm = createRateLimit(CALM_RATE, now);
  const rush = createRateLimit(RUSH_RATE, now);

  return (kind, client) => {
    const key = `${kind} ${client}`;
    return {
      mayTry: () => own.hasLeft(key) && (calm.hasLeft(kind) || rush.hasLeft(key)),
      countWrong() {
        own(key);
        calm(kind);
        // Counted in calm times as well, so that whoever makes a rush has spent these tries when it begins.
        rush(key);
      },
    };
  };
}
