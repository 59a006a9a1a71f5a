import type { Budget } from "../lib/scheduler.ts";
import { createRateLimit, type Rate } from "./rate-limit.ts";
import type { UnreadBytes } from "./unread-bytes.ts";

/**
 * Processor time of one client, in milliseconds: a burst of one second, then a fifth of one core. A visit to the shop
 * takes a few milliseconds, so a hundred fans behind one address have enough.
 */
const CPU_BUDGET: Rate = { burst: 1_000, perSecond: 200 };

/**
 * Limits the processor time of each client, and the memory that its unread responses use.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createCpuBudget(now: () => number, unread?: Pick<UnreadBytes, "isFull">): Budget {
  const { check, spend } = createRateLimit(CPU_BUDGET, now);
  return {
    check: (client) => (unread?.isFull(client) ? { ok: false, retryAfterSeconds: 1 } : check(client)),
    spend,
  };
}
