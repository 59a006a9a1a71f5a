import type { Address, TaxPlace } from "../../../shared/addresses/address.ts";
import type { Order, OrderLine } from "../model/order.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Days that a buyer may withdraw in. Source: Directive 2011/83/EU, Article 9. */
const PERIOD_DAYS = 14;
/**
 * Days that are added to the period. One that ends at a weekend or on a holiday goes on to the end of the next working
 * day, in the buyer's country and by the buyer's clock. Source: Regulation (EEC, Euratom) 1182/71, Article 3(4).
 */
const GRACE_DAYS = 5;
/** Days that a parcel is taken to need where the owner says nothing, and somebody to fetch what is ready for them. */
const UNKNOWN_DELIVERY_DAYS = 60;

/**
 * Countries whose consumers can withdraw: the European Union with those of its territories that have a code of their own,
 * and the rest of the European Economic Area.
 * Sources: european-union.europa.eu, "EU countries"; Treaty on the Functioning of the EU, Article 355; efta.int, "EEA".
 */
const COUNTRIES = new Set(
  (
    "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK " +
    "AX GF GP MF MQ RE YT IS LI NO"
  ).split(" "),
);

/** What a right to withdraw hangs on. */
type Buyer = { taxPlace?: TaxPlace | null; address: Pick<Address, "countryCode"> | null };

/** Whether somebody buys as a consumer of a country whose law lets them withdraw, as far as is known. */
export function isInWithdrawalCountry({ taxPlace, address }: Buyer): boolean {
  return [taxPlace?.countryCode, address?.countryCode].some((code) => code !== undefined && COUNTRIES.has(code));
}

/** Why a line cannot be withdrawn from. `withdrawn`: it was already; `begun`: its download was sent, as its buyer asked. */
export type WithdrawalError = "withdrawn" | "none" | "begun" | "over";

/** What stands against withdrawing from a line, by its place in the order; undefined where nothing does. */
export function whyNotWithdrawn(order: Order, at: number, now: Date): WithdrawalError | undefined {
  const line = order.lines[at];
  if (line === undefined || line.withdrawal === "none") return "none";
  if (order.withdrawals.some(({ lines }) => lines.includes(at))) return "withdrawn";
  if (line.withdrawal === "untilSent" && order.beginsAtOnce && order.shipment !== null) return "begun";
  const end = endOfPeriod(order, line);
  return end !== undefined && now.getTime() >= end ? "over" : undefined;
}

/** Places of the lines that the buyer can withdraw from now; none where the order ended, or was never placed for good. */
export function withdrawableLines(order: Order, now: Date): number[] {
  const { payment, cancelledAt } = order;
  const isStanding = cancelledAt === null && (payment.status === "pending" || payment.status === "paid");
  if (!isStanding || order.total === 0 || !isInWithdrawalCountry(order)) return [];
  return order.lines.flatMap((_, at) => (whyNotWithdrawn(order, at, now) === undefined ? [at] : []));
}

/** How much of an order its buyer has withdrawn from. */
export function withdrawnPart({ lines, withdrawals }: Pick<Order, "lines" | "withdrawals">): "none" | "some" | "all" {
  const count = withdrawals.reduce((sum, withdrawal) => sum + withdrawal.lines.length, 0);
  if (count === 0) return "none";
  return count === lines.length ? "all" : "some";
}

/** Whether a buyer who pays by hand still owes all of it: of what was withdrawn from in part, the owner says how much. */
export function isFullTotalDue(order: Order): boolean {
  return order.payment.status === "pending" && withdrawnPart(order) === "none";
}

/**
 * When the period of a line ends, in milliseconds; undefined while it has not begun. It begins with the delivery, and
 * for what is not sent with the contract.
 */
function endOfPeriod({ placedAt, shipment, delivery }: Order, line: OrderLine): number | undefined {
  if (!line.requiresShipping) return Date.parse(placedAt) + (PERIOD_DAYS + GRACE_DAYS) * DAY_MS;
  if (shipment === null) return undefined;
  const deliveryDays = (delivery.kind === "shipping" ? delivery.upToDays : undefined) ?? UNKNOWN_DELIVERY_DAYS;
  return Date.parse(shipment.shippedAt) + (deliveryDays + PERIOD_DAYS + GRACE_DAYS) * DAY_MS;
}
