import type { Address, TaxPlace } from "../../../shared/addresses/address.ts";
import type { Order, OrderLine } from "../model/order.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days in which a buyer may withdraw. Source: Directive 2011/83/EU, Article 9. */
const PERIOD_DAYS = 14;
/**
 * Days added to the period. A period that ends at a weekend or on a holiday lasts until the end of the next working
 * day, in the buyer's country and time zone. Source: Regulation (EEC, Euratom) 1182/71, Article 3(4).
 */
const GRACE_DAYS = 5;
/** Assumed days for a delivery without a stated time, and for a buyer to pick up an order. */
const UNKNOWN_DELIVERY_DAYS = 60;

/**
 * Countries whose consumers can withdraw: the European Union, its territories with a country code, and the rest of the
 * European Economic Area.
 * Sources: european-union.europa.eu, "EU countries"; Treaty on the Functioning of the EU, Article 355; efta.int, "EEA".
 */
const COUNTRIES = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
    "AX GF GP MF MQ RE YT IS LI NO"
  ).split(" "),
);

/** The places that decide about a right to withdraw. */
type Buyer = { taxPlace?: TaxPlace | null; address: Pick<Address, "countryCode"> | null };

/** Whether the buyer's country, as far as it is known, gives consumers a right to withdraw. */
export function isInWithdrawalCountry({ taxPlace, address }: Buyer): boolean {
  return [taxPlace?.countryCode, address?.countryCode].some((code) => code !== undefined && COUNTRIES.has(code));
}

/**
 * Why a buyer cannot withdraw from a line. `withdrawn`: the buyer has withdrawn already. `none`: there is no right to
 * withdraw. `begun`: the download was sent at once, as the buyer wanted. `over`: the period has ended.
 */
export type WithdrawalError = "withdrawn" | "none" | "begun" | "over";

/** Why the buyer cannot withdraw from a line; undefined when they can. @param at position of the line in the order */
export function whyNotWithdrawn(order: Order, at: number, now: Date): WithdrawalError | undefined {
  const line = order.lines[at];
  if (line === undefined || line.withdrawal === "none") return "none";
  if (order.withdrawals.some(({ lines }) => lines.includes(at))) return "withdrawn";
  if (line.withdrawal === "untilSent" && order.beginsAtOnce && order.shipment !== null) return "begun";
  const end = endOfPeriod(order, line);
  return end !== undefined && now.getTime() >= end ? "over" : undefined;
}

/** Positions of the lines that the buyer can withdraw from now; none when the order has ended or waits for a card. */
export function withdrawableLines(order: Order, now: Date): number[] {
  const { payment, cancelledAt } = order;
  const isStanding = cancelledAt === null && (payment.status === "pending" || payment.status === "paid");
  if (!isStanding || order.total === 0 || !isInWithdrawalCountry(order)) return [];
  return order.lines.flatMap((_, at) => (whyNotWithdrawn(order, at, now) === undefined ? [at] : []));
}

/** Whether the buyer has withdrawn from none, some or all lines of an order. */
export function withdrawnPart({ lines, withdrawals }: Pick<Order, "lines" | "withdrawals">): "none" | "some" | "all" {
  const count = withdrawals.reduce((sum, withdrawal) => sum + withdrawal.lines.length, 0);
  if (count === 0) return "none";
  return count === lines.length ? "all" : "some";
}

/** The link to an order's downloads; undefined without one, or when the buyer has withdrawn from every download. */
export function downloadLinkOf({ shipment, lines, withdrawals }: Order): string | undefined {
  const withdrawn = new Set(withdrawals.flatMap((withdrawal) => withdrawal.lines));
  const downloads = [...lines.keys()].filter((at) => !lines[at]?.requiresShipping);
  const isOver = downloads.length > 0 && downloads.every((at) => withdrawn.has(at));
  return isOver ? undefined : shipment?.downloadUrl;
}

/** Whether a buyer still has to pay the full amount by hand. After a partial withdrawal the owner names the rest. */
export function isFullTotalDue(order: Order): boolean {
  return order.payment.status === "pending" && withdrawnPart(order) === "none";
}

/**
 * When the period of a line ends, in milliseconds; undefined while it has not begun. It begins with the delivery or,
 * for goods without a delivery, with the contract.
 */
function endOfPeriod({ placedAt, shipment, delivery }: Order, line: OrderLine): number | undefined {
  if (!line.requiresShipping) return Date.parse(placedAt) + (PERIOD_DAYS + GRACE_DAYS) * DAY_MS;
  if (shipment === null) return undefined;
  const deliveryDays = (delivery.kind === "shipping" ? delivery.upToDays : undefined) ?? UNKNOWN_DELIVERY_DAYS;
  return Date.parse(shipment.shippedAt) + (deliveryDays + PERIOD_DAYS + GRACE_DAYS) * DAY_MS;
}
