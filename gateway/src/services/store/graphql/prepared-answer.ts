import { type Prepared, prepare } from "../../../http/prepared.ts";
import { OverBudgetError, type Scheduler } from "../../../lib/scheduler.ts";
import { STOREFRONT_HEADERS } from "../errors.ts";

/** An answer with its headers, packed. */
export function preparedOf(answer: Buffer<ArrayBuffer>): Prepared {
  const { "content-type": contentType = "", ...headers } = STOREFRONT_HEADERS;
  return prepare({ headers: { "Content-Type": contentType, ...headers }, body: answer });
}

/**
 * Packs a cached response that is asked for again: from the next time on it only has to be sent. A client that has used up
 * its processor time gets it unpacked.
 */
export async function packWithinBudget(
  scheduler: Pick<Scheduler, "run">,
  client: string,
  pack: () => void,
): Promise<void> {
  try {
    await scheduler.run(client, pack);
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
  }
}
