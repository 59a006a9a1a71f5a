import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useQueryClient } from "@tanstack/react-query";
import { isMissing } from "../../../api/access.ts";
import type { Summary } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { formatMoment, growthRate, leftInWords } from "../shared/format.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { ContentProblems } from "./content-problems.tsx";
import { ExportButtons } from "./export-panel.tsx";
import { GrowthSection } from "./growth-section.tsx";
import { NO_SUMMARY, useSummary } from "./queries.ts";
import { VisitsSection } from "./visits-section.tsx";
import { WaitingEmails } from "./waiting-emails.tsx";
import "./overview.css";

/** The list at a glance. Source: docs/product.md §2, Admin, Overview. */
export function Overview({ onViewAll, onCheckUp }: { onViewAll: () => void; onCheckUp: () => void }) {
  const { data, isError, isPending, refetch } = useSummary();
  const summary = data ?? NO_SUMMARY;
  return (
    <div className="overview">
      <ContentProblems onCheckUp={onCheckUp} />
      <WaitingEmails />
      {isError && <LoadNote onRetry={refetch}>{DASHBOARD_MESSAGES.loadFailed}</LoadNote>}
      <Figures summary={summary} isPending={isPending} />
      <GrowthSection />
      <VisitsSection />
      <section className="overview-recent" aria-labelledby="recent-heading">
        <h2 id="recent-heading">Recent Subscribers</h2>
        {isPending ? <p className="dashboard-note">Loading...</p> : <Recent rows={summary.recent} />}
      </section>
      <section className="overview-actions" aria-labelledby="actions-heading">
        <h2 id="actions-heading">Quick Actions</h2>
        <div className="dashboard-buttons">
          <ExportButtons filter={EVERYBODY} />
          <RefreshButton />
          <button type="button" className="dashboard-button" onClick={onViewAll}>
            View All Subscribers
          </button>
        </div>
      </section>
    </div>
  );
}

const EVERYBODY = {};

function Figures({ summary, isPending }: { summary: Summary; isPending: boolean }) {
  const { totalSubscribers: total, recentSubscribers7d: week, recentSubscribers30d: month } = summary;
  const language = useLanguage();
  const figures = [
    { term: "Total Subscribers", value: formatNumber(total, language), span: whoIsThere(summary, language) },
    { term: "This Week", value: formatNumber(week, language), span: "in the last 7 days" },
    { term: "This Month", value: formatNumber(month, language), span: "in the last 30 days" },
    { term: "Growth Rate", value: growthRate(total, week), span: "of the list is from the last 7 days" },
  ];
  return (
    <dl className="figures" aria-busy={isPending}>
      {figures.map(({ term, value, span }) => (
        <div className="figure" key={term}>
          <dt>{term}</dt>
          <dd className="figure-value">
            {isPending ? <span className="figure-pending">–</span> : <Value text={value} />}
          </dd>
          <dd className="figure-span">{span}</dd>
        </div>
      ))}
    </dl>
  );
}

function whoIsThere({ totalSubscribers: total, unsubscribed }: Summary, language: string): string {
  if (unsubscribed === 0) return "on the list now";
  // The two are counted one after the other, and somebody may have been removed between.
  return `${formatNumber(Math.max(0, total - unsubscribed), language)} active, ${leftInWords(unsubscribed, language)}`;
}

/** A number with its signs, "+" and "%", which stand smaller beside it. */
function Value({ text }: { text: string }) {
  const [, before, digits, after] = /^(\P{N}*)(.*?)(\P{N}*)$/u.exec(text) ?? [];
  return (
    <>
      {before && <span className="figure-sign">{before}</span>}
      {digits}
      {after && <span className="figure-sign">{after}</span>}
    </>
  );
}

function Recent({ rows }: { rows: Summary["recent"] }) {
  const language = useLanguage();
  if (rows.length === 0) return <p className="dashboard-note">{DASHBOARD_MESSAGES.noRecent}</p>;
  return (
    <ul className="recent">
      {rows.map((row) => (
        <li key={row.id}>
          <span className="recent-email">
            <EmailAddress email={row.email} />
            {row.status !== "active" && <span className="recent-status">{row.status}</span>}
          </span>
          <time dateTime={row.subscribed_at}>{formatMoment(row.subscribed_at, language)}</time>
          <span className="recent-source">{row.source}</span>
        </li>
      ))}
    </ul>
  );
}

function RefreshButton() {
  const queries = useQueryClient();
  const { notify } = useDashboard();
  async function refresh() {
    await queries.invalidateQueries();
    const hasFailed = queries
      .getQueryCache()
      .findAll({ type: "active" })
      .some(({ state }) => state.error !== null && !isMissing(state.error));
    // What failed says so in its own place.
    if (!hasFailed) notify("success", DASHBOARD_MESSAGES.refreshed);
  }
  return (
    <button type="button" className="dashboard-button" onClick={refresh}>
      Refresh Data
    </button>
  );
}
