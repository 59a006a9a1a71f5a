import { formatWritten } from "@porchlight/protocol/format-price.ts";
import { buyerIsTold } from "@porchlight/protocol/mail-messages.ts";
import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import type { OrderChange } from "../../../api/orders.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useLanguage } from "../../../ui/language.ts";
import { useMailStatus } from "../shared/queries.ts";
import { numberOf, paidAmountOf, shippedQuestion, shippedVerb, wholeAmountOf } from "./words.ts";

/** A question, what the owner agrees to with it, and what will happen then. */
type Question = { question: string; verb: string; change: OrderChange; sentences: readonly string[] };

/** Asks before something is done with an order that its buyer is told of. */
export function OrderQuestion(props: {
  action: OrderAction;
  order: AdminOrder;
  onClose: () => void;
  onAgree: (change: OrderChange) => void;
}) {
  const { action, order, onClose, onAgree } = props;
  const { data: mail } = useMailStatus();
  const { question, verb, change, sentences } = questionOf(action, order, useLanguage());
  return (
    <ConfirmDialog
      question={question}
      verb={verb}
      wayOut="Go back"
      onCancel={onClose}
      onConfirm={() => onAgree(change)}
    >
      <p>{[...sentences, buyerIsTold(mail)].join(" ")}</p>
    </ConfirmDialog>
  );
}

function questionOf(action: OrderAction, order: AdminOrder, language: string): Question {
  const name = `order ${numberOf(order)}`;
  switch (action) {
    case "paid":
      return {
        question:
          order.otherSumPaid === null
            ? `Have ${wholeAmountOf(order.due, order, language)} for ${name} come?`
            : `Take ${formatWritten(order.otherSumPaid, language)} as the payment of ${name}?`,
        verb: "Mark as paid",
        change: { action },
        sentences: [],
      };
    case "shipped":
      return {
        question: shippedQuestion(order),
        verb: shippedVerb(order),
        change: { action, body: {} },
        sentences: [],
      };
    case "refunded":
      return {
        question: `Give the money of ${name} back?`,
        verb: "Refund",
        change: { action },
        sentences: [...moneyBack(order, language), "The items still count as sold."],
      };
    case "cancelled":
      return cancelling(order, language);
  }
}

function cancelling(order: AdminOrder, language: string): Question {
  const again = "The items are for sale again.";
  if (order.payment === "paid" && order.due > 0) {
    return {
      question: `Cancel order ${numberOf(order)} and give the money back?`,
      verb: "Cancel and refund",
      change: { action: "cancelled", body: { refund: true } },
      sentences: [...moneyBack(order, language), again],
    };
  }
  return {
    question: `Cancel order ${numberOf(order)}?`,
    verb: "Cancel order",
    change: { action: "cancelled", body: {} },
    sentences: order.payment === "refunded" ? [again] : [...backOnGiftCards(order, language), again],
  };
}

function moneyBack(order: AdminOrder, language: string): string[] {
  const { due, isRefundedByItself, paymentTitle } = order;
  if (due === 0) return backOnGiftCards(order, language);
  const amount = paidAmountOf(order, language);
  return [
    isRefundedByItself
      ? `${amount} go back to the buyer’s card by themselves, which can take a few days.`
      : `You have to pay ${amount} back yourself, the way they came (${paymentTitle}). Here it is only noted.`,
    ...backOnGiftCards(order, language),
  ];
}

function backOnGiftCards(order: AdminOrder, language: string): string[] {
  return order.giftCards.map(
    ({ lastCharacters, used }) =>
      `${wholeAmountOf(used, order, language)} go back onto the gift card ending in ${lastCharacters}.`,
  );
}
