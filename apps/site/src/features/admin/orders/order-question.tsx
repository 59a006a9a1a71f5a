import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import type { OrderChange } from "../../../api/orders.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { numberOf, paidAmountOf, shippedQuestion, shippedVerb, wholeAmountOf } from "./order-words.ts";

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
  const { question, verb, change, sentences } = questionOf(action, order);
  return (
    <ConfirmDialog
      question={question}
      verb={verb}
      wayOut="Go back"
      onCancel={onClose}
      onConfirm={() => onAgree(change)}
    >
      <p>{[...sentences, "The buyer is told by mail."].join(" ")}</p>
    </ConfirmDialog>
  );
}

function questionOf(action: OrderAction, order: AdminOrder): Question {
  const name = `order ${numberOf(order)}`;
  switch (action) {
    case "paid":
      return {
        question:
          order.otherSumPaid === null
            ? `Have ${wholeAmountOf(order.due, order)} for ${name} come?`
            : `Take ${order.otherSumPaid} as the payment of ${name}?`,
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
        sentences: [...moneyBack(order), "The items still count as sold."],
      };
    case "cancelled":
      return cancelling(order);
  }
}

function cancelling(order: AdminOrder): Question {
  const again = "The items are for sale again.";
  if (order.payment === "paid" && order.due > 0) {
    return {
      question: `Cancel order ${numberOf(order)} and give the money back?`,
      verb: "Cancel and refund",
      change: { action: "cancelled", body: { refund: true } },
      sentences: [...moneyBack(order), again],
    };
  }
  return {
    question: `Cancel order ${numberOf(order)}?`,
    verb: "Cancel order",
    change: { action: "cancelled", body: {} },
    sentences: order.payment === "refunded" ? [again] : [...backOnGiftCards(order), again],
  };
}

function moneyBack(order: AdminOrder): string[] {
  const { due, isRefundedByItself, paymentTitle } = order;
  if (due === 0) return backOnGiftCards(order);
  const amount = paidAmountOf(order);
  return [
    isRefundedByItself
      ? `${amount} go back to the buyer’s card by themselves, which can take a few days.`
      : `You have to pay ${amount} back yourself, the way they came (${paymentTitle}). Here it is only noted.`,
    ...backOnGiftCards(order),
  ];
}

function backOnGiftCards(order: AdminOrder): string[] {
  return order.giftCards.map(
    ({ lastCharacters, used }) =>
      `${wholeAmountOf(used, order)} go back onto the gift card ending in ${lastCharacters}.`,
  );
}
