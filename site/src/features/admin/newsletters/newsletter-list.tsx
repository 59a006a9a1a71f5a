import type { NewsletterSummary } from "@porchlight/protocol/newsletters.ts";
import { type Ref, useState } from "react";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadNote, LoadState } from "../shared/load-note.tsx";
import { formatOwnersMoment } from "../shared/moment.tsx";
import { BeginDialog } from "./begin-dialog.tsx";
import { useNewsletters } from "./context.ts";
import { Missing } from "./missing.tsx";
import { useList } from "./queries.ts";
import { StateMark } from "./state-mark.tsx";
import * as words from "./words.ts";

/** All newsletters, and what is missing before one can be sent. */
export function NewsletterList({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const { language, open } = useNewsletters();
  const query = useList();
  const [isBeginning, setBeginning] = useState(false);
  const newsletters = query.data?.newsletters;
  return (
    <>
      <div className="list-head">
        <h2 ref={heading} tabIndex={-1} className="newsletters-title">
          {words.title}
        </h2>
        <div className="dashboard-buttons">
          <DashboardButton onClick={() => open("settings")}>{words.settings}</DashboardButton>
          <DashboardButton className="dashboard-button-main" onClick={() => setBeginning(true)}>
            {words.newNewsletter}
          </DashboardButton>
        </div>
      </div>
      {query.data ? (
        query.isRefetchError && <LoadNote onRetry={query.refetch}>{words.listFailed}</LoadNote>
      ) : (
        <LoadState query={query} failed={words.listFailed} />
      )}
      {query.data && <Missing problems={query.data.missing} />}
      {newsletters?.length === 0 && (
        <div className="list-empty">
          <p>{words.empty}</p>
          <p className="newsletters-about">{words.emptyAbout}</p>
        </div>
      )}
      {newsletters && newsletters.length > 0 && (
        <ul className="newsletter-list">
          {newsletters.map((one) => (
            <li key={one.id}>
              <button type="button" className="newsletter-row" onClick={() => open(one.id)}>
                <span className="newsletter-subject" dir="auto">
                  {one.subject.trim() || words.noSubject}
                </span>
                <span className="newsletter-state">
                  <StateMark state={one.state} />
                  <span className="newsletter-detail">{detailsOf(one, language)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isBeginning && <BeginDialog earlier={newsletters ?? []} onClose={() => setBeginning(false)} />}
    </>
  );
}

/** Text beside the state: "412 of 1,204", "Changed Mar 3, 2026, 4:12 PM". */
function detailsOf({ state, at, counts, pausedBecause }: NewsletterSummary, language: string): string {
  const time = formatOwnersMoment(at, language);
  const done = counts ? words.progress(counts.frozen - counts.waiting, counts.frozen, language) : "";
  switch (state) {
    case "draft":
      return words.changedOn(time);
    case "scheduled":
      return time;
    case "sending":
      return done;
    case "paused":
      return [pausedBecause && words.pausedBecause[pausedBecause], done].filter(Boolean).join(" · ");
    case "cancelled":
      return [time, done].filter(Boolean).join(" · ");
    case "sent":
      return [time, counts && words.send.people(counts.sent, language)].filter(Boolean).join(" · ");
  }
}
