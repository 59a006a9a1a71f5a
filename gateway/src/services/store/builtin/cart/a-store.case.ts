import { onTestFinished } from "vitest";
import { type DataFile, openDataFile } from "../../../../data/data-file.ts";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import type { CatalogueOverrides, TestCatalogue } from "../catalogue/a-catalogue.case.ts";
import type { Variant } from "../catalogue/catalogue.ts";
import type { AddressInput, Checkouts } from "../checkout/checkouts.ts";
import type { StoreContext } from "../context.ts";
import type { OrdersWithEmails } from "../orders/create-orders.ts";
import type { OrderEvent } from "../orders/order-event.ts";
import { storeParts } from "../store-parts.case.ts";
import type { UsageCounters } from "../usage/contract.ts";
import type { Carts } from "./carts.ts";

/** Baskets on a data file of their own, with a clock that stands still until it is moved. */
export type TestStore = StoreContext & {
  catalogue: TestCatalogue;
  carts: Carts;
  checkouts: Checkouts;
  orders: OrdersWithEmails;
  /** What was told of its orders. */
  told: OrderEvent[];
  moveClock: (days: number) => void;
};

/** An address in Ontario as a form has it. */
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

/** A store whose baskets are empty. */
export async function aStore(overrides: CatalogueOverrides = {}): Promise<TestStore> {
  const store = await storeParts({ overrides, now: new Date("2026-06-01T12:00:00Z") });
  const { time } = store;
  return {
    ...store,
    moveClock: (days) => {
      time.now = new Date(time.now.getTime() + days * 24 * 60 * 60 * 1000);
    },
  };
}

/** A new data file that goes with the test. */
export function aDataFile(): DataFile {
  const data = openDataFile({ dir: aTestFolder() });
  onTestFinished(() => data.close());
  return data;
}

/** A variant of a product by its title, "S / Ink"; the first where none is named. */
export function variantOf(catalogue: TestCatalogue, handle: string, title?: string): Variant {
  const variants = catalogue.current().productByHandle(handle)?.variants ?? [];
  const variant = title === undefined ? variants[0] : variants.find((one) => one.title === title);
  if (!variant) throw new Error(`There is no ${handle} ${title}`);
  return variant;
}

/** A ledger in which nothing was used up. */
export const UNUSED: UsageCounters = {
  giftCardId: () => 1,
  giftCard: () => undefined,
  giftCardBalance: (card) => card.balance,
  discountUses: () => 0,
  hasUsedDiscount: () => false,
};
