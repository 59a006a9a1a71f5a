import { randomBytes } from "node:crypto";
import type { Writer } from "../../../../data/statements.ts";
import type { CatalogueSnapshot, Variant } from "../catalogue/catalogue.ts";
import { CARD, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout, CheckoutKey } from "../checkout/checkouts.ts";
import { readCheckout } from "../checkout/checkouts.ts";
import type { PricedCart } from "../model/cart.ts";
import type { Order } from "../model/order.ts";
import { findShortages, type Quantities, takePieces } from "../stock/levels.ts";
import { createUsageCounters, recordUses } from "../usage/usage-counters.ts";
import { contentsOf } from "./contents-of-checkout.ts";
import { holdOf, NO_HOLD } from "./hold.ts";
import type { PlacingError, PlacingLimits, PlacingResult } from "./orders.ts";
import { findPlacingError, type Placing } from "./placing-error.ts";
import { insertOrder, type NewOrder, type OrderContents, orderOfCheckout, removeCartOf } from "./stored-orders.ts";
import {
  addHolders,
  findBeyondShare,
  findCodeBeyondShare,
  holdersOf,
  isFree,
  mayHaveAnotherUnpaid,
  mayTakeAllByCard,
} from "./unpaid-share.ts";

/** Length of the secret in a status page's address, in bytes. */
const STATUS_KEY_BYTES = 16;

/**
 * Places the order of a checkout. All of it is one change, so that prices, stock, gift cards and codes stay the same
 * until the order is stored.
 *
 * @param context.limits limits with the client's hash
 */
export function placeOrder(
  writer: Writer,
  which: CheckoutKey,
  placing: Placing,
  { snapshot, now, limits }: { snapshot: CatalogueSnapshot; now: Date; limits: PlacingLimits | undefined },
): PlacingResult | undefined {
  const { settings } = snapshot;
  const checkout = readCheckout(writer, which, {
    snapshot,
    now,
    usage: createUsageCounters(writer, settings),
    findOrder: orderOfCheckout,
  });
  if (checkout === undefined) return undefined;
  if (checkout.order !== null) return { ok: true, order: checkout.order, isNew: false };

  const error = findPlacingError(checkout, placing, settings);
  if (error) return { ok: false, error };
  const wanted = piecesOf(checkout.priced);
  const above = linesAbovePerOrder(checkout.priced, wanted);
  if (above.length > 0) return { ok: false, error: { reason: "above-per-order", lines: above } };
  const short = findShortages(writer, wanted);
  if (short.size > 0) return { ok: false, error: { reason: "not-enough", lines: linesOf(checkout.priced, short) } };

  // An order without an email address was rejected above.
  const contents = contentsOf(checkout, checkout.email ?? "", placing, settings);
  // An order that a gift card pays in full is neither unpaid nor free.
  const isHeld = contents.due > 0 || isFree(contents);
  const holders = limits && isHeld ? holdersOf(limits.client, contents.email) : undefined;
  const findShareErrorOf = (holder: string) => findShareError(writer, holder, { checkout, contents, wanted, settings });
  const byClient = holders && findShareErrorOf(holders[0]);
  if (byClient) return { ok: false, error: byClient };
  // This check counts the order.
  const admitted = limits?.admit(contents.email, contents.due === 0);
  if (admitted?.ok === false) {
    return { ok: false, error: { reason: "too-many-orders", retryAfterSeconds: admitted.retryAfterSeconds } };
  }
  // These checks reveal what else was ordered for the mailbox. So each answer counts as an order, even a rejection.
  const byMailbox = holders && findShareErrorOf(holders[1]);
  if (byMailbox) return { ok: false, error: byMailbox };
  const used = findCodeUsedBefore(writer, contents, settings);
  if (used !== undefined) return { ok: false, error: { reason: "code-used-before", code: used } };
  const order = insertOrder(writer, newOrder(checkout, contents, { settings, now }));
  if (holders) addHolders(writer, order.id, holders);
  takePieces(writer, order.id, wanted);
  recordUses(writer, order.id, order);
  // With a card, the cart stays, because the buyer may come back from the processor without paying.
  if (order.payment.status !== "awaiting-card") removeCartOf(writer, order.id);
  return { ok: true, order, isNew: true };
}

function newOrder(
  checkout: Checkout,
  contents: OrderContents,
  { settings, now }: { settings: StoreSettings; now: Date },
): NewOrder {
  const placedAt = now.toISOString();
  const initial = initialPayment(contents, placedAt);
  return {
    ...contents,
    statusKey: randomBytes(STATUS_KEY_BYTES).toString("base64url"),
    checkoutToken: checkout.token,
    cartToken: checkout.cartToken,
    placedAt,
    ...(initial.status === "pending" ? holdOf(contents.payment.method, settings, now) : NO_HOLD),
    payment: { ...contents.payment, ...initial },
  };
}

function initialPayment(
  { due, payment }: OrderContents,
  placedAt: string,
): Pick<Order["payment"], "status" | "paidAt"> {
  if (due === 0) return { status: "paid", paidAt: placedAt };
  return { status: payment.method === CARD ? "awaiting-card" : "pending", paidAt: null };
}

/** Quantity of each variant over all lines. */
function piecesOf({ lines }: PricedCart): Map<Variant, number> {
  const pieces = new Map<Variant, number>();
  for (const { line, variant } of lines) pieces.set(variant, (pieces.get(variant) ?? 0) + line.quantity);
  return pieces;
}

/** Lines above the limit of one order. The owner may have reduced the limit after they were added. */
function linesAbovePerOrder({ lines }: PricedCart, wanted: ReadonlyMap<Variant, number>) {
  return lines.flatMap(({ line, variant }) => {
    const { perOrder: most, product } = variant;
    const isAbove = most !== null && (wanted.get(variant) ?? 0) > most;
    return isAbove ? [{ lineId: line.id, title: product.title, most }] : [];
  });
}

/** Why a holder cannot have another unpaid or free order, or why not with these lines and codes. */
function findShareError(
  writer: Writer,
  holder: string,
  order: { checkout: Checkout; contents: OrderContents; wanted: Quantities; settings: StoreSettings },
): PlacingError | undefined {
  const { checkout, contents, wanted, settings } = order;
  const free = isFree(contents);
  if (!free && !mayHaveAnotherUnpaid(writer, holder)) return { reason: "too-many-unpaid" };
  const isByCard = contents.payment.method === CARD;
  const share = {
    isByCard,
    mayTakeAll: isByCard && mayTakeAllByCard(writer, holder),
    share: settings.unpaidShareMillionths,
  };
  const beyond = findBeyondShare(writer, holder, wanted, share);
  if (beyond.size > 0) return { reason: free ? "held-free" : "held-unpaid", lines: linesOf(checkout.priced, beyond) };
  const code = findCodeBeyondShare(writer, holder, usesLeft(writer, contents, settings), share);
  return code === undefined ? undefined : { reason: free ? "code-held-free" : "code-held-unpaid", code };
}

/** A code that each customer may use once, and that the order's mailbox has used. */
function findCodeUsedBefore(
  writer: Writer,
  { discountCodes, email }: OrderContents,
  settings: StoreSettings,
): string | undefined {
  const { hasUsedDiscount } = createUsageCounters(writer, settings);
  return settings.discounts.find(
    ({ code, oncePerCustomer }) => oncePerCustomer && discountCodes.includes(code) && hasUsedDiscount(code, email),
  )?.code;
}

/** How often each code of an order can still be used; only codes with a limit are listed. */
function usesLeft(writer: Writer, { discountCodes }: OrderContents, settings: StoreSettings): Map<string, number> {
  const { discountUses } = createUsageCounters(writer, settings);
  const limited = settings.discounts.filter(({ code }) => discountCodes.includes(code));
  return new Map(
    limited.flatMap(({ code, limit }) => (limit === undefined ? [] : [[code, limit - discountUses(code)] as const])),
  );
}

/** The lines of these variants, each with the number of pieces left. */
function linesOf({ lines }: PricedCart, left: ReadonlyMap<Variant, number>) {
  return lines.flatMap(({ line, variant }) => {
    const count = left.get(variant);
    return count === undefined ? [] : [{ lineId: line.id, title: variant.product.title, left: count }];
  });
}
