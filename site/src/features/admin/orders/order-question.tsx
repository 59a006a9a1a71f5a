import { buyerIsTold } from "@porchlight/protocol/mail-messages.ts";
import type { AdminOrder, OrderAction } from "@porchlight/protocol/orders.ts";
import type { OrderChange } from "../../../api/orders.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useLanguage } from "../../../ui/language.ts";
import { useMailStatus } from "../shared/queries.ts";
import * as words from "./question-words.ts";
import { formatSumWithCode } from "./words.ts";

/** A question to the owner, the change that it confirms, and what the change means. */
type Question = { question: string; verb: string; change: OrderChange; sentences: readonly string[] };

/** The confirmation before a change. The buyer gets an email about most changes. */
export function OrderQuestion(props: {
  action: OrderAction;
  order: AdminOrder;
  onClose: () => void;
  onAgree: (change: OrderChange) => void;
}) {
  const { action, order, onClose, onAgree } = props;
  const { data: mail } = useMailStatus();
  const { question, verb, change, sentences } = createQuestion(action, order, useLanguage());
  const isBuyerTold = order.email !== "" && action !== "erased";
  return (
    <ConfirmDialog
      question={question}
      verb={verb}
      wayOut={words.goBack}
      onCancel={onClose}
      onConfirm={() => onAgree(change)}
    >
      <p>{[...sentences, ...(isBuyerTold ? [buyerIsTold(mail)] : [])].join(" ")}</p>
    </ConfirmDialog>
  );
}

function createQuestion(action: OrderAction, order: AdminOrder, language: string): Question {
  switch (action) {
    case "paid":
      return {
        question: words.paidQuestion(order, language),
        verb: words.markAsPaid,
        change: { action },
        sentences: [words.onceArrived(order)],
      };
    case "shipped":
      return {
        question: words.shippedQuestion(order),
        verb: words.shippedVerb(order),
        change: { action, body: {} },
        sentences: [],
      };
    case "refunded":
      return {
        question: words.refundQuestion(order, language),
        verb: words.refundVerb(order, language),
        change: { action },
        sentences: [...moneyBack(order, language), words.stillSold],
      };
    case "cancelled":
      return createCancelQuestion(order, language);
    case "erased":
      return {
        question: words.eraseQuestion(order),
        verb: words.eraseBuyer,
        change: { action },
        sentences: [words.erasedForGood, words.erasedElsewhere],
      };
  }
}

function createCancelQuestion(order: AdminOrder, language: string): Question {
  const isRefund = order.payment === "paid" && order.due > 0;
  const question = words.cancelQuestion(order, isRefund);
  if (isRefund) {
    return {
      question,
      verb: words.cancelAndRefund(order),
      change: { action: "cancelled", body: { refund: true } },
      sentences: [...moneyBack(order, language), words.forSaleAgain],
    };
  }
  return {
    question,
    verb: words.cancelOrder,
    change: { action: "cancelled", body: {} },
    sentences: [...(order.payment === "refunded" ? [] : backOnGiftCards(order, language)), words.forSaleAgain],
  };
}

function moneyBack(order: AdminOrder, language: string): string[] {
  return [...(order.due === 0 ? [] : [words.moneyBack(order, language)]), ...backOnGiftCards(order, language)];
}

function backOnGiftCards(order: AdminOrder, language: string): string[] {
  return order.giftCards.map(({ lastCharacters, used }) =>
    words.backOnGiftCard(formatSumWithCode(used, order, language), lastCharacters),
  );
}
