import { aDataFile } from "../../../testing/a-data-file.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { TEST_CLIENT } from "../../../testing/signed-in.ts";
import type { AddressInput } from "../../shared/addresses/address.ts";
import { createCarts } from "./cart/carts.ts";
import { createCodeGuesses } from "./cart/code-guesses.ts";
import { aCatalogue, type CatalogueOverrides, type TestCatalogue } from "./catalogue/a-catalogue.case.ts";
import type { Variant } from "./catalogue/catalogue.ts";
import { createCheckouts } from "./checkout/checkouts.ts";
import { createOrders, type OrdersContext } from "./orders/create-orders.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import type { OwnerSummary } from "./orders/owner-summary.ts";
import { orderOfCheckout } from "./orders/stored-orders.ts";
import { createStock } from "./stock/stock.ts";
import type { UsageCounters } from "./usage/usage-counters.ts";

/** How the store of a test differs from the default. */
export type StorePartsOptions = {
  overrides: CatalogueOverrides;
  now: Date;
  dir?: string;
  /** Receives order events. By default, the list `events` does. */
  sendEmails?: OrdersContext["sendEmails"];
};

/** Input for a cart without anything in it. */
export const EMPTY_CART = {
  lines: [],
  note: null,
  attributes: [],
  buyerIdentity: { countryCode: null, email: null, phone: null },
  discountCodes: [],
  client: TEST_CLIENT.key,
};

/** A store of real parts. Its data file is deleted after the test, and the test moves its clock. */
export async function storeParts(options: StorePartsOptions) {
  const { overrides, now, dir = aTestFolder() } = options;
  const time = { now };
  const clock = () => time.now;
  const data = aDataFile({ dir, clock });
  const catalogue = aCatalogue(overrides);
  let milliseconds = 0;
  const stock = await createStock(data, catalogue, () => {
    // Each call is a second later, so that each read checks for changes by other programs.
    milliseconds += 1_000;
    return milliseconds;
  });
  const guesses = createCodeGuesses({ limits: true, now: () => time.now.getTime() });
  const hashClient = (client: string) => `hash of ${client}`;
  const context = { data, catalogue, stock, clock, guesses, hashClient };
  const events: OrderEvent[] = [];
  const summaries: OwnerSummary[] = [];
  const sendSummary = async (summary: OwnerSummary) => void summaries.push(summary);
  const sendEmails = options.sendEmails ?? (async (event: OrderEvent) => void events.push(event));
  return {
    data,
    catalogue,
    stock,
    clock,
    time,
    /** Order events, in the order in which emails about them were written. */
    events,
    /** Summaries that were emailed to the owner. */
    summaries,
    close: data.close,
    moveClock(days: number) {
      time.now = new Date(time.now.getTime() + days * 24 * 60 * 60 * 1000);
    },
    orders: createOrders({ ...context, sendEmails, sendSummary }),
    carts: createCarts(context),
    checkouts: createCheckouts({ ...context, findOrder: orderOfCheckout }),
  };
}

/** The parts of a store for a test. */
export type TestStore = Awaited<ReturnType<typeof storeParts>>;

/** A store with its own data file. Its clock stands at noon (UTC) on June 1, 2026. */
export function aStore(overrides: CatalogueOverrides = {}): Promise<TestStore> {
  return storeParts({ overrides, now: new Date("2026-06-01T12:00:00Z") });
}

/** An address in Ontario as a form sends it. */
export const ONTARIO: AddressInput = {
  firstName: "Ann",
  lastName: "Lee",
  address1: "1 Pier Road",
  city: "Port Dover",
  province: "Ontario",
  country: "Canada",
  zip: "n0a 1n1",
  phone: "+1 519 555 0100",
};

/** Finds a variant by its title, "S / Ink", or the first variant if no title is given. */
export function variantOf(catalogue: TestCatalogue, handle: string, title?: string): Variant {
  const variants = catalogue.current().productByHandle(handle)?.variants ?? [];
  const variant = title === undefined ? variants[0] : variants.find((one) => one.title === title);
  if (!variant) throw new Error(`There is no ${handle} ${title}`);
  return variant;
}

/** Usage counters of a store without orders. */
export const UNUSED: UsageCounters = {
  giftCardId: () => 1,
  giftCard: () => undefined,
  giftCardBalance: (card) => card.balance,
  discountUses: () => 0,
  hasUsedDiscount: () => false,
};
