import type { Budget } from "../lib/scheduler.ts";
import { createRateLimit, type Rate } from "./rate-limit.ts";
import type { UnreadBytes } from "./unread-bytes.ts";

/**
 * Processor time of one client, in milliseconds: a burst of one second, and after that a fifth of one core. A visit to
 * the shop takes a few milliseconds, so this is enough for a hundred fans behind one address.
 */
const CPU_BUDGET: Rate = { burst: 1_000, perSecond: 200 };

/**
 * Limits the processor time of each client, and what its unread responses hold of the memory.
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
