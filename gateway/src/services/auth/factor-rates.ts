import type { Rate } from "../../http/rate-limit.ts";

/**
 * Guesses at one factor by all unknown browsers together: a burst of ten, then one a minute. Challenges of an app are
 * limited by the same rate. Each browser that has passed the step before has the same number of guesses for itself.
 */
export const FACTOR_RATE: Rate = { burst: 10, perSecond: 1 / 60 };
/**
 * The same guesses over weeks: 100 without a correct one, then four an hour. An app accepts three of a million codes at
 * a time, so an attacker who has the password has a chance of 1 % in a month. Source: NIST SP 800-63B, 5.2.2.
 */
export const FACTOR_RATE_OVER_WEEKS: Rate = { burst: 100, perSecond: 1 / 900 };
