import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useState } from "react";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { EmailAddress } from "../shared/email-address.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { useNewsletters } from "./context.ts";
import { useRecipients } from "./queries.ts";
import * as words from "./words.ts";

/** Recipients whose mail server refused the email, with its reason. */
export function Refusals({ id, count }: { id: number; count: number }) {
  const { language } = useNewsletters();
  const [isOpen, setOpen] = useState(false);
  const query = useRecipients(id, "refused", isOpen);
  const recipients = query.data?.pages.flatMap((page) => page.recipients) ?? [];
  return (
    <details className="newsletter-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.refusals.heading} ({formatNumber(count, language)})
      </summary>
      {isOpen && (
        <div className="newsletter-people">
          <p>{words.refusals.about}</p>
          <LoadState query={query} failed={words.refusals.failed} />
          <ul className="people">
            {recipients.map(({ email, reason }) => (
              <li key={email}>
                <span className="person-email">
                  <EmailAddress email={email} />
                </span>
                <span className="person-reason">{words.reasonInWords(reason)}</span>
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <DashboardButton isDisabled={query.isFetchingNextPage} onClick={query.fetchNextPage}>
              {words.doubts.more}
            </DashboardButton>
          )}
        </div>
      )}
    </details>
  );
}
