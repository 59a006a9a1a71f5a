import { createRateLimit } from "../../../../http/rate-limit.ts";

/** Guesses at each kind of code count separately. */
export type CodeKind = "gift-card" | "discount";

/** Wrong codes of one client: ten at once, then one a minute. */
const CLIENT_RATE = { burst: 10, perSecond: 1 / 60 };
/** Wrong codes of all clients together. More than that is an attack, from however many addresses. */
const TOTAL_RATE = { burst: 60, perSecond: 1 / 10 };
/** Wrong codes of one client during an attack: enough for typing errors, too few to make another address worthwhile. */
const CLIENT_RATE_UNDER_ATTACK = { burst: 3, perSecond: 1 / 600 };

/** The client has entered too many wrong codes and may try no more for now. */
export type GuessError = { reason: "too-many-guesses"; kind: CodeKind };

/** One client's guesses at one kind of code. */
export interface CodeTries {
  /** Whether the client may try another code. Right codes wait too, because an attacker looks for their response. */
  mayTry(): boolean;
  /** Counts a code that does not exist. */
  countWrong(): void;
}

/** @param client key for which guesses are counted */
export type CodeGuesses = (kind: CodeKind, client: string) => CodeTries;

/** Used when limits are off. */
const NO_LIMIT: CodeTries = { mayTry: () => true, countWrong: () => undefined };

/**
 * Limits guesses at codes. Only wrong codes count, so a buyer can enter any number of right codes. During an attack,
 * each client still has a few tries, whatever other clients do.
 *
 * @param limits whether limits are on
 * @param now milliseconds on a clock that never goes back
 */
export function createCodeGuesses({ limits, now }: { limits: boolean; now: () => number }): CodeGuesses {
  if (!limits) return () => NO_LIMIT;
  const perClient = createRateLimit(CLIENT_RATE, now);
  const total = createRateLimit(TOTAL_RATE, now);
  const underAttack = createRateLimit(CLIENT_RATE_UNDER_ATTACK, now);

  return (kind, client) => {
    const key = `${kind} ${client}`;
    return {
      mayTry: () => perClient.hasLeft(key) && (total.hasLeft(kind) || underAttack.hasLeft(key)),
      countWrong() {
        perClient(key);
        total(kind);
        // Always counts, so that an attacker has already used up these tries when the attack is detected.
        underAttack(key);
      },
    };
  };
}
