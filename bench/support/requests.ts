import { join } from "node:path";
import type { Orders, Outcome } from "../workers/requests.ts";
import { ROOT } from "./gateway.ts";
import { outputOf } from "./processes.ts";

/**
 * Sends requests from a process of their own and waits for all answers.
 *
 * @throws {Error} when a request was refused or not answered
 */
export async function sendRequests(orders: Orders): Promise<Outcome> {
  const output = await outputOf(process.execPath, [join(ROOT, "bench/workers/requests.ts"), JSON.stringify(orders)]);
  // Written by our own process.
  const outcome = JSON.parse(output) as Outcome;
  if (outcome.acknowledged !== outcome.sent) {
    throw new Error(
      `${outcome.sent - outcome.acknowledged} of ${outcome.sent} ${orders.kind} were not answered with yes`,
    );
  }
  return outcome;
}
