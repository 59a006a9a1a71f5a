import type { CartLine, DeliveryOption, EnteredDiscount, PricedCart, PricedLine } from "../model/cart.ts";
import type { Order, OrderLine } from "../model/order.ts";
import { codeKey } from "../usage/usage-counters.ts";

/**
 * Prices a checkout as it was when its order was placed. Prices may have changed since then, and the order itself has
 * used up its gift cards and codes.
 *
 * @param priced the checkout at current prices
 * @param lines the checkout's lines, in the same order as in the order
 */
export function toOrderPrices(priced: PricedCart, lines: readonly CartLine[], order: Order): PricedCart {
  const sold = new Map(lines.map(({ id }, at) => [id, order.lines[at]]));
  const discounts = priced.discounts.map((entered) => toOrderDiscount(order, entered));
  const code = discounts.find((entered) => !entered.error && !isFreeShipping(entered))?.code ?? "";
  return {
    ...priced,
    lines: priced.lines.map((line) => toOrderLine(line, sold.get(line.line.id), code)),
    linesSubtotal: order.linesSubtotal,
    subtotal: order.subtotal,
    discounts,
    delivery: toOrderDelivery(order, priced.delivery),
    deliveryPrice: order.delivery.price,
    taxes: [...order.taxes],
    totalTax: order.totalTax,
    total: order.total,
    giftCards: order.giftCards.map(({ id, used }) => ({ id, used })),
    due: order.due,
  };
}

function toOrderLine(priced: PricedLine, sold: OrderLine | undefined, code: string): PricedLine {
  if (sold === undefined) return priced;
  const { unitPrice, discount, total } = sold;
  const subtotal = unitPrice * sold.quantity;
  return { ...priced, unitPrice, subtotal, discounts: discount > 0 ? [{ code, amount: discount }] : [], total };
}

/** At most one code for goods and one for free shipping applied, so the order's sums show the effect of each. */
function toOrderDiscount(order: Order, entered: EnteredDiscount): EnteredDiscount {
  if (!order.discountCodes.some((code) => codeKey(code) === codeKey(entered.code))) return { ...entered, amount: 0 };
  const { error: _, ...applied } = entered;
  const offGoods = order.linesSubtotal - order.subtotal;
  return { ...applied, amount: isFreeShipping(entered) ? order.discount - offGoods : offGoods };
}

function toOrderDelivery({ delivery }: Order, present: DeliveryOption | null): DeliveryOption | null {
  if (delivery.kind === "none") return null;
  const { kind, handle, title, price, instructions } = delivery;
  return { kind, handle, title, price, instructions, rate: present?.rate ?? null };
}

function isFreeShipping({ discount }: EnteredDiscount): boolean {
  return discount?.value.kind === "free-shipping";
}
