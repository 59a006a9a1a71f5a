import { onTestFinished } from "vitest";
import { openDataFile } from "../../../data/data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { createCodeGuesses } from "./baskets/code-guesses.ts";
import { createCarts } from "./baskets/create-carts.ts";
import { createCheckouts } from "./baskets/create-checkouts.ts";
import { aCatalogue, type CatalogueOverrides } from "./catalogue/a-catalogue.case.ts";
import { createOrders } from "./orders/create-orders.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import { createStock } from "./stock/create-stock.ts";

/** All parts of a store, the real ones, on a data file that goes with the test and a clock that the test moves. */
export async function storeParts(options: { overrides: CatalogueOverrides; now: Date; dir?: string }) {
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
  const told: OrderEvent[] = [];
  return {
    ...context,
    time,
    told,
    close,
    orders: createOrders({ ...context, tell: (event) => void told.push(event) }),
    carts: createCarts({ ...context, guesses }),
    checkouts: createCheckouts({ ...context, guesses }),
  };
}
