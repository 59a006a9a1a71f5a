import { formatInstant } from "@porchlight/protocol/format-date.ts";
import type { Block, EmailContent } from "../../../shared/emails/content.ts";
import type { Order } from "../model/order.ts";
import { buyerOf, goodsOf, inWords, nameOf, oneLine, type Sender, withoutLinks } from "./order-in-words.ts";
import { isInWithdrawalCountry, withdrawnPart } from "./withdrawal-rules.ts";
import * as words from "./words.ts";

type Withdrawal = Order["withdrawals"][number];

/**
 * The acknowledgement of a buyer's withdrawal, with its content, date and time. It lists all withdrawals from the
 * order, so the latest acknowledgement is complete.
 * Source: Directive 2011/83/EU, Article 11a(4), as inserted by Directive (EU) 2023/2673.
 */
export function composeAcknowledgement(order: Order, sender: Sender): EmailContent {
  return {
    subject: words.withdrawalReachedUs(order.number),
    title: words.withdrawalReachedUs(order.number),
    blocks: [
      words.acknowledgement(order.number, sender.shopName),
      ...order.withdrawals.flatMap((withdrawal) => statementOf(order, withdrawal, { sender, typed: withoutLinks })),
      ...whatIsNext(order),
    ],
  };
}

/** Composes the email to the owner about a withdrawal. */
export function composeWithdrawalNotice(order: Order, sender: Sender): EmailContent {
  const { number, email } = order;
  const isAll = withdrawnPart(order) === "all";
  return {
    subject: words.buyerWithdrew(number),
    title: words.buyerWithdrew(number),
    blocks: [
      words.hasWithdrawn(number, isAll),
      ...order.withdrawals.flatMap((withdrawal) =>
        statementOf(order, withdrawal, { sender, typed: (lines) => lines.map(oneLine) }),
      ),
      dutyOf(order, isAll, sender.language),
      buyerOf(email),
    ],
  };
}

/** Describes the right to withdraw, for an order to a country that has it; empty elsewhere. */
export function describeRightToWithdraw(order: Order): Block[] {
  if (!isInWithdrawalCountry(order) || order.total === 0) return [];
  const excluded = order.lines.filter(({ withdrawal }) => withdrawal === "none");
  const agreed = order.lines.filter(({ withdrawal }) => withdrawal === "untilSent" && order.beginsAtOnce);
  return [
    words.canWithdraw,
    ...(excluded.length > 0 ? [{ lines: [words.cannotWithdrawFrom, ...excluded.map(nameOf)] }] : []),
    ...(agreed.length > 0 ? [{ lines: [words.askedToSendAtOnce, ...agreed.map(nameOf)] }] : []),
  ];
}

/** An instant in the shop's time zone, to the second: "November 24, 2026 at 9:05:09 AM EST". */
export function submittedAt(iso: string, { language, timeZone }: Pick<Sender, "language" | "timeZone">): string {
  return formatInstant(iso, language, { dateStyle: "long", timeStyle: "long", timeZone });
}

/** One withdrawal: time, name and goods. @param options.typed makes the buyer's text safe for the recipient */
function statementOf(
  order: Order,
  { at, name, lines }: Withdrawal,
  { sender, typed }: { sender: Sender; typed: (lines: readonly string[]) => string[] },
): Block[] {
  const withdrawn = { ...order, lines: lines.flatMap((place) => order.lines[place] ?? []) };
  return [
    words.entry(words.submitted, submittedAt(at, sender)),
    { typed: typed([words.entry(words.name, oneLine(name))]) },
    words.withdrawnFrom,
    { receipt: [goodsOf(withdrawn, sender.language)] },
  ];
}

function whatIsNext(order: Order): Block[] {
  const { payment, shipment, delivery } = order;
  const isAll = withdrawnPart(order) === "all";
  const unpaid = isAll ? words.withdrewUnpaid : words.withdrewPartUnpaid;
  const paid = isAll ? words.refundOfAll : words.refundOfPart;
  const isHere = shipment === null || delivery.kind === "none";
  return [payment.status === "pending" ? unpaid : paid, ...(isHere ? [] : [words.sendBack])];
}

function dutyOf(order: Order, isAll: boolean, language: string): string {
  if (order.payment.status === "pending") return isAll ? words.cancelUnpaid : words.writeWhatIsLeft;
  if (isAll) return words.refundAll;
  const lines = new Set(order.withdrawals.flatMap((withdrawal) => withdrawal.lines));
  const sum = order.lines.reduce((total, line, at) => total + (lines.has(at) ? line.total : 0), 0);
  const part = words.refundPart(inWords(sum, order, language), !order.taxesIncluded && order.totalTax !== 0);
  if (order.giftCards.length === 0) return part;
  const amount = (units: number) => inWords(units, order, language);
  return `${part} ${words.noMoreMoneyThanCame(amount(order.due), amount(order.total - order.due))}`;
}
