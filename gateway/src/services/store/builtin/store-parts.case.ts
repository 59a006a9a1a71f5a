import { onTestFinished } from "vitest";
import { openDataFile } from "../../../data/data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { createCarts } from "./cart/create-carts.ts";
import { aCatalogue, type CatalogueOverrides } from "./catalogue/a-catalogue.case.ts";
import { createCodeGuesses } from "./checkout/code-guesses.ts";
import { createCheckouts } from "./checkout/create-checkouts.ts";
import { createOrders, type OrdersContext } from "./orders/create-orders.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import type { OwnerSummary } from "./orders/owner-summary.ts";
import { createStock } from "./stock/create-stock.ts";

/** What a store of a test is told otherwise than the ones before it. */
export type StorePartsOptions = {
  overrides: CatalogueOverrides;
  now: Date;
  dir?: string;
  /** Instead of noting what is told. */
  tell?: OrdersContext["tell"];
};

/** All parts of a store, the real ones, on a data file that goes with the test and a clock that the test moves. */
export async function storeParts(options: StorePartsOptions) {
  const { overrides, now, dir = aTestFolder() } = options;
  const time = { now };
  const clock = () => time.now;
  const data = openDataFile({ dir, clock });
  let isOpen = true;
  const close = () => {
    if (isOpen) data.close();
    isOpen = false;
  };
  onTestFinished(close);
  const catalogue = aCatalogue(overrides);
  let milliseconds = 0;
  const stock = await createStock(data, catalogue, () => {
    // So much later each time that what other programs wrote is looked for.
    milliseconds += 1_000;
    return milliseconds;
  });
  const context = { data, catalogue, stock, clock };
  const guesses = createCodeGuesses({ limits: true, now: () => time.now.getTime() });
  const hashClient = (client: string) => `hash of ${client}`;
  const told: OrderEvent[] = [];
  const summaries: OwnerSummary[] = [];
  const tellSummary = async (summary: OwnerSummary) => void summaries.push(summary);
  const tell = options.tell ?? (async (event: OrderEvent) => void told.push(event));
  return {
    ...context,
    time,
    told,
    /** What the owner was told in one email. */
    summaries,
    close,
    orders: createOrders({ ...context, hashClient, tell, tellSummary }),
    carts: createCarts({ ...context, guesses, hashClient }),
    checkouts: createCheckouts({ ...context, guesses, hashClient }),
  };
}
