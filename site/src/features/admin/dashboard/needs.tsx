import type { OrderStatus, OrdersSummary } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useOrdersSummary } from "../orders/queries.ts";
import { useContentProblems, useMailStatus } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import { LaterProblems } from "./content-notes.tsx";
import { isMailWaiting, UnreadMailbox, WaitingEmails } from "./waiting-emails.tsx";
import * as words from "./words.ts";

/**
 * What needs the owner: orders, goods that run out, files that cannot be used, emails that are not sent, a mailbox that
 * cannot be read. Even when the region is empty, it is in the page, so that screen readers announce new entries.
 */
export function Needs(props: {
  onOrders: (status: OrderStatus) => void;
  onCheckUp: () => void;
  onWebsite: (area: string) => void;
}) {
  const { onOrders, onCheckUp, onWebsite } = props;
  const language = useLanguage();
  const { data: orders } = useOrdersSummary();
  const { data: mail } = useMailStatus();
  const problems = useContentProblems().data?.problems ?? [];
  const toDo = orders ? listOrders(orders, language) : [];
  const lowStock = orders?.any ? orders.lowStock : [];
  const mailboxProblem = mail?.mailboxProblem;
  const isMail = isMailWaiting(mail) || mailboxProblem !== undefined;
  const isAnything = toDo.length > 0 || lowStock.length > 0 || problems.length > 0 || isMail;
  return (
    <div role="status" aria-atomic="false">
      {(orders?.any || isAnything) && (
        <Section id="needs-heading" title={words.needsYou} className="needs">
          {!isAnything && <p className="dashboard-note">{words.needsNothing}</p>}
          {toDo.length + lowStock.length > 0 && (
            <ul className="needs-shop">
              {toDo.map(({ status, text }) => (
                <li key={status}>
                  <button type="button" onClick={() => onOrders(status)}>
                    {text}
                  </button>
                </li>
              ))}
              {lowStock.map(({ title, left }) => (
                <li key={title}>
                  <strong>{title}</strong> <span>{words.piecesLeft(left, language)}</span>
                </li>
              ))}
            </ul>
          )}
          {problems.length > 0 && <LaterProblems problems={problems} onWebsite={onWebsite} />}
          {isMailWaiting(mail) && <WaitingEmails status={mail} />}
          {mailboxProblem && <UnreadMailbox problem={mailboxProblem} onCheckUp={onCheckUp} />}
        </Section>
      )}
    </div>
  );
}

/** The kinds of orders that wait for the owner, each with its status in the list. */
function listOrders({ toSend, unpaid, toRefund }: OrdersSummary, language: string) {
  const kinds: { status: OrderStatus; count: number; text: string }[] = [
    { status: "to-send", count: toSend, text: words.ordersToSend(toSend, language) },
    { status: "unpaid", count: unpaid, text: words.ordersUnpaid(unpaid, language) },
    { status: "to-refund", count: toRefund, text: words.ordersToRefund(toRefund, language) },
  ];
  return kinds.filter(({ count }) => count > 0);
}
