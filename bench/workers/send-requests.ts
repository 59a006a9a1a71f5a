import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, ROOT } from "../support/gateway.ts";
import { outputOf } from "../support/processes.ts";
import type { Orders, Outcome } from "./requests.ts";

/**
 * Sends requests from a process of their own and waits for all answers.
 *
 * @throws {Error} when a request was refused or not answered
 */
export async function sendRequests(orders: Orders): Promise<Outcome> {
  // As a file: hostile bodies are longer than a command may be.
  const file = join(newFolder("orders"), "orders.json");
  writeFileSync(file, JSON.stringify(orders));
  const output = await outputOf(process.execPath, [join(ROOT, "bench/workers/requests.ts"), file]);
  // Written by our own process.
  const outcome = JSON.parse(output) as Outcome;
  // One that is hung up on may not read its answer.
  const takesAny = orders.kind === "mixed" || (orders.kind === "store" && orders.takesAnyAnswer === true);
  if (!takesAny && outcome.acknowledged !== outcome.sent) {
    throw new Error(
      `${outcome.sent - outcome.acknowledged} of ${outcome.sent} ${orders.kind} were not answered with yes`,
    );
  }
  return outcome;
}
