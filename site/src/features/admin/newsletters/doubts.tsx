import type { DoubtDecision } from "@porchlight/protocol/newsletters.ts";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { Section } from "../shared/section.tsx";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { useNewsletters } from "./context.ts";
import { useAction, useRecipients, useRefresh, useShowNewsletter } from "./queries.ts";
import * as words from "./words.ts";

const { doubts } = words;

/** Recipients who may or may not have received the newsletter. The owner decides. */
export function Doubts({ id, count, canSendAgain }: { id: number; count: number; canSendAgain: boolean }) {
  const { calls, language } = useNewsletters();
  const { notify } = useDashboard();
  const showNow = useShowNewsletter();
  const refresh = useRefresh();
  const query = useRecipients(id, "in-doubt", true);
  const [isBusy, run] = useAction();
  const { heading, beforeRemoval } = useFocusFallback();
  /** The addresses to which the owner is about to send again; empty means all. */
  const [asked, setAsked] = useState<{ emails?: string[] }>();
  const recipients = query.data?.pages.flatMap((page) => page.recipients) ?? [];

  const decide = (decision: DoubtDecision["decision"], only: { emails?: string[] }) =>
    run(async () => {
      beforeRemoval();
      const result = await calls.decide(id, { decision, ...only });
      if (result.ok) {
        showNow(result.newsletter);
        notify("success", doubts.done);
      } else {
        notify("warning", words.stateChanged);
        await refresh(id);
      }
    });

  return (
    <Section id="newsletter-doubts" title={doubts.heading} heading={heading} className="newsletter-people">
      <p>{doubts.about}</p>
      <ul className="newsletter-notes">
        {canSendAgain && <li>{doubts.againAbout}</li>}
        <li>{doubts.leaveAbout}</li>
      </ul>
      <div className="dashboard-buttons">
        <DashboardButton isDisabled={isBusy} onClick={() => decide("leave", {})}>
          {doubts.leave}
        </DashboardButton>
        {canSendAgain && (
          <DashboardButton isDisabled={isBusy} onClick={() => setAsked({})}>
            {doubts.again}
          </DashboardButton>
        )}
      </div>
      <LoadState query={query} failed={doubts.failed} />
      <ul className="people">
        {recipients.map(({ email }) => (
          <li key={email}>
            <span className="person-email">
              <EmailAddress email={email} />
            </span>
            <span className="dashboard-buttons">
              <DashboardButton
                label={doubts.leaveOne(email)}
                isDisabled={isBusy}
                onClick={() => decide("leave", { emails: [email] })}
              >
                {doubts.leaveShort}
              </DashboardButton>
              {canSendAgain && (
                <DashboardButton
                  label={doubts.againOne(email)}
                  isDisabled={isBusy}
                  onClick={() => setAsked({ emails: [email] })}
                >
                  {doubts.againShort}
                </DashboardButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <DashboardButton isDisabled={query.isFetchingNextPage} onClick={query.fetchNextPage}>
          {doubts.more}
        </DashboardButton>
      )}
      {asked && (
        <ConfirmDialog
          question={doubts.question(asked.emails?.length ?? count, language)}
          verb={doubts.againShort}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            decide("send-again", asked);
          }}
        >
          <p>{doubts.about}</p>
          <p>{doubts.againAbout}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
