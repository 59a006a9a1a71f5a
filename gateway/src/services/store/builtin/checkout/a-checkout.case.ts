import { type TestStore, variantOf } from "../a-store.case.ts";
import type { NewLine } from "../cart/change-lines.ts";
import type { CheckoutError } from "./checkout-edits.ts";
import type { Checkout, CheckoutResult } from "./checkouts.ts";

type NewCheckout = Parameters<TestStore["checkouts"]["create"]>[0];

/** Input for an empty checkout. */
export const NOTHING: NewCheckout = {
  email: null,
  lines: [],
  address: null,
  note: null,
  attributes: [],
  allowPartialAddress: false,
};

/** One line of a product. */
export function linesOf({ catalogue }: TestStore, handle: string, quantity = 1, title?: string): NewLine[] {
  return [{ variantId: variantOf(catalogue, handle, title).id, quantity, attributes: [] }];
}

/** A checkout with two mugs by default. */
export async function aCheckout(store: TestStore, input: Partial<NewCheckout> = {}): Promise<Checkout> {
  return done(await store.checkouts.create({ ...NOTHING, lines: linesOf(store, "mug", 2), ...input }));
}

/** @throws {Error} when the change was rejected */
export function done(result: CheckoutResult | undefined): Checkout {
  if (!result?.ok) throw new Error(`The change was rejected: ${JSON.stringify(result)}`);
  return result.checkout;
}

/** @returns undefined if the change was made */
export function errorsOf(result: CheckoutResult | undefined): readonly CheckoutError[] | undefined {
  return result?.ok ? undefined : result?.errors;
}

/** Places the order of a checkout with pickup. */
export async function place({ checkouts, orders }: TestStore, checkout: Checkout) {
  const { token, key } = checkout;
  done(await checkouts.setEmail({ token, key }, "ann@example.com"));
  const { priced } = done(await checkouts.setDelivery({ token, key }, "at-a-show"));
  const placing = { method: "e-transfer", expectedTotal: priced.total };
  const result = await orders.place({ token, key }, placing);
  if (!result?.ok) throw new Error(`The order was rejected: ${JSON.stringify(result)}`);
  return result.order;
}
