import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, ROOT } from "../support/gateway.ts";
import { outputOf } from "../support/processes.ts";
import type { Orders, Outcome } from "./requests.ts";

/**
 * Sends requests from another process and waits for all responses.
 *
 * @throws {Error} if a request failed or got no response
 */
export async function sendRequests(orders: Orders): Promise<Outcome> {
  // As a file, because hostile bodies are longer than a command line may be.
  const file = join(newFolder("orders"), "orders.json");
  writeFileSync(file, JSON.stringify(orders));
  const output = await outputOf(process.execPath, [join(ROOT, "bench/workers/requests.ts"), file]);
  // Written by our own process.
  const outcome = JSON.parse(output) as Outcome;
  // A sender whose connection is closed may miss the response.
  const takesAny = orders.kind === "mixed" || (orders.kind === "store" && orders.takesAnyAnswer === true);
  if (!takesAny && outcome.acknowledged !== outcome.sent) {
    throw new Error(
      `${outcome.sent - outcome.acknowledged} of ${outcome.sent} ${orders.kind} were not answered with yes`,
    );
  }
  return outcome;
}
