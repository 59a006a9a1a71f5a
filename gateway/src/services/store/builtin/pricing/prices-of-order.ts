import type { CartLine, DeliveryOption, EnteredDiscount, PricedCart, PricedLine } from "../cart/basket.ts";
import type { Order, OrderLine } from "../orders/order.ts";
import { codeKey } from "../usage/keys.ts";

/**
 * What a basket cost when its order was placed. Since then prices may have changed, and the order itself has used up
 * its gift cards and codes.
 *
 * @param priced the basket at present prices
 * @param lines its lines, which the order has in the same order
 */
export function pricesOfOrder(priced: PricedCart, lines: readonly CartLine[], order: Order): PricedCart {
  const sold = new Map(lines.map(({ id }, at) => [id, order.lines[at]]));
  const discounts = priced.discounts.map((entered) => discountOf(order, entered));
  const code = discounts.find((entered) => !entered.refusal && !isFreeShipping(entered))?.code ?? "";
  return {
    ...priced,
    lines: priced.lines.map((line) => lineOf(line, sold.get(line.line.id), code)),
    linesSubtotal: order.linesSubtotal,
    subtotal: order.subtotal,
    discounts,
    delivery: deliveryOf(order, priced.delivery),
    deliveryPrice: order.delivery.price,
    taxes: [...order.taxes],
    totalTax: order.totalTax,
    total: order.total,
    giftCards: order.giftCards.map(({ id, used }) => ({ id, used })),
    due: order.due,
  };
}

function lineOf(priced: PricedLine, sold: OrderLine | undefined, code: string): PricedLine {
  if (sold === undefined) return priced;
  const { unitPrice, discount, total } = sold;
  const subtotal = unitPrice * sold.quantity;
  return { ...priced, unitPrice, subtotal, discounts: discount > 0 ? [{ code, amount: discount }] : [], total };
}

/** One code for goods and one for the delivery can have held, so what each took off follows from the sums. */
function discountOf(order: Order, entered: EnteredDiscount): EnteredDiscount {
  if (!order.discountCodes.some((code) => codeKey(code) === codeKey(entered.code))) return { ...entered, amount: 0 };
  const { refusal: _, ...held } = entered;
  const offGoods = order.linesSubtotal - order.subtotal;
  return { ...held, amount: isFreeShipping(entered) ? order.discount - offGoods : offGoods };
}

function deliveryOf({ delivery }: Order, present: DeliveryOption | null): DeliveryOption | null {
  if (delivery.kind === "none") return null;
  const { kind, handle, title, price, instructions } = delivery;
  return { kind, handle, title, price, instructions, rate: present?.rate ?? null };
}

function isFreeShipping({ discount }: EnteredDiscount): boolean {
  return discount?.value.kind === "free-shipping";
}
