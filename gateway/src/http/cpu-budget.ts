import type { Budget } from "../lib/scheduler.ts";
import { createRateLimit, type Rate } from "./rate-limit.ts";

/**
 * Processor time of one client, in milliseconds: a second at once, and after that a fifth of one core. A visit to the
 * shop takes a few milliseconds, so a hundred fans behind one mobile network have room in it.
 */
const CPU_BUDGET: Rate = { burst: 1_000, perSecond: 200 };

/**
 * The processor time that each client may use.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createCpuBudget(now: () => number): Budget {
  return createRateLimit(CPU_BUDGET, now);
}
