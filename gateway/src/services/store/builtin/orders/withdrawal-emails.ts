import { formatInstant } from "@porchlight/protocol/format-date.ts";
import type { Order } from "../model/order.ts";
import type { Sender, Words } from "./email-words.ts";
import { inWords, nameOf, oneLine, withoutLinks } from "./order-in-words.ts";
import { isInWithdrawalCountry, withdrawnPart } from "./withdrawal-rules.ts";

type Withdrawal = Order["withdrawals"][number];

/** How long a refund, or the return of goods, may take. Source: Directive 2011/83/EU, Articles 13 and 14. */
const WITHIN = "within 14 days";

/**
 * The acknowledgement of a buyer's withdrawal, with its content, date and time. It lists all withdrawals from the
 * order, so that a later one is complete.
 * Source: Directive 2011/83/EU, Article 11a(4), as inserted by Directive (EU) 2023/2673.
 */
export function acknowledgement(order: Order, sender: Sender): Words {
  const { shopName } = sender;
  return {
    subject: `Your withdrawal from order #${order.number} has reached us`,
    paragraphs: [
      `This acknowledges that you have withdrawn from the contract about order #${order.number} at ${shopName}. Please keep this email.`,
      ...order.withdrawals.map((withdrawal) => statementOf(order, withdrawal, { sender, typed: withoutLinks })),
      ...whatIsNext(order),
    ],
  };
}

/** Words to the owner about a withdrawal. */
export function wordsAboutWithdrawal(order: Order, sender: Sender): Words {
  const { number, email } = order;
  const isAll = withdrawnPart(order) === "all";
  return {
    subject: `A buyer withdrew from order #${number}`,
    paragraphs: [
      `The buyer has withdrawn from ${isAll ? "all" : "a part"} of order #${number}, as consumers of the European Union may, and has an acknowledgement of it.`,
      ...order.withdrawals.map((withdrawal) =>
        statementOf(order, withdrawal, { sender, typed: (lines) => lines.map(oneLine) }),
      ),
      dutyOf(order, isAll, sender.language),
      [`From: ${oneLine(email)}`],
    ],
  };
}

/** Words about the right to withdraw, for an order to a country that has it; empty elsewhere. */
export function rightToWithdraw(order: Order): Words["paragraphs"] {
  if (!isInWithdrawalCountry(order) || order.total === 0) return [];
  const excluded = order.lines.filter(({ withdrawal }) => withdrawal === "none");
  const agreed = order.lines.filter(({ withdrawal }) => withdrawal === "untilSent" && order.beginsAtOnce);
  return [
    `You can withdraw from this contract without giving a reason, until 14 days after you have got what you ordered: choose "Withdraw from contract here" on the page of your order.`,
    ...(excluded.length > 0 ? [["You cannot withdraw from:", ...excluded.map(nameOf)]] : []),
    ...(agreed.length > 0
      ? [["You asked us to send this at once, and know that you cannot withdraw from it then:", ...agreed.map(nameOf)]]
      : []),
  ];
}

/** An instant in the shop's time zone, to the second: "November 24, 2026 at 9:05:09 AM EST". */
export function submittedAt(iso: string, { language, timeZone }: Pick<Sender, "language" | "timeZone">): string {
  return formatInstant(iso, language, { dateStyle: "long", timeStyle: "long", timeZone });
}

/** One withdrawal: time, name and goods. @param about.typed makes typed text safe for the reader */
function statementOf(
  order: Order,
  { at, name, lines }: Withdrawal,
  { sender, typed }: { sender: Sender; typed: (lines: readonly string[]) => string[] },
): string[] {
  const goods = lines.flatMap((place) => order.lines[place] ?? []);
  return [
    `Submitted: ${submittedAt(at, sender)}`,
    ...typed([`Name: ${oneLine(name)}`]),
    "Withdrawn from:",
    ...goods.map((line) => `${line.quantity} × ${nameOf(line)}: ${inWords(line.total, order, sender.language)}`),
  ];
}

function whatIsNext(order: Order): Words["paragraphs"] {
  const { payment, shipment, delivery } = order;
  const isAll = withdrawnPart(order) === "all";
  const money =
    payment.status === "pending"
      ? `You owe us nothing for it. ${isAll ? "" : "We write to you how much is left to pay. "}If your payment is on its way already, you get it back.`
      : `You get back what you paid for it${isAll ? ", the standard delivery included," : ""} ${WITHIN}, the way you paid. We may wait until the goods have come back, or you have shown that you sent them.`;
  const isHere = shipment === null || delivery.kind === "none";
  return [money, ...(isHere ? [] : [`Please send the goods back ${WITHIN}. Our Refund Policy says how.`])];
}

function dutyOf(order: Order, isAll: boolean, language: string): string {
  const wait = "You may wait until the goods are back, or the buyer has shown that they were sent.";
  if (order.payment.status === "pending")
    return isAll
      ? "It is not paid. Cancel the order on the dashboard."
      : "It is not paid: write to the buyer how much is left to pay.";
  if (isAll)
    return `Give back all that was paid, the standard delivery included, ${WITHIN}: Refund on the dashboard does. ${wait}`;
  const lines = new Set(order.withdrawals.flatMap((withdrawal) => withdrawal.lines));
  const sum = order.lines.reduce((total, line, at) => total + (lines.has(at) ? line.total : 0), 0);
  const tax = order.taxesIncluded || order.totalTax === 0 ? "" : " and the tax on it";
  return `Give back ${inWords(sum, order, language)}${tax} ${WITHIN}, in your Stripe dashboard or the way the money came. Refund on your dashboard gives back the whole order. ${wait}`;
}
