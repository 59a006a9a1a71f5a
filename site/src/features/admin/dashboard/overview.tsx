import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useQueryClient } from "@tanstack/react-query";
import { isMissing } from "../../../api/access.ts";
import type { Summary } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { formatMoment, growthRate } from "../shared/format.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { Section } from "../shared/section.tsx";
import { ContentProblems } from "./content-problems.tsx";
import { ExportButtons } from "./export-panel.tsx";
import { GrowthSection } from "./growth-section.tsx";
import { NO_SUMMARY, useSummary } from "./queries.ts";
import { VisitsSection } from "./visits-section.tsx";
import { WaitingEmails } from "./waiting-emails.tsx";
import * as words from "./words.ts";
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
      <Section id="recent-heading" title={words.recentSubscribers} className="overview-recent">
        {isPending ? <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p> : <Recent rows={summary.recent} />}
      </Section>
      <Section id="actions-heading" title={words.quickActions} className="overview-actions">
        <div className="dashboard-buttons">
          <ExportButtons filter={EVERYBODY} />
          <RefreshButton />
          <DashboardButton onClick={onViewAll}>{words.viewAll}</DashboardButton>
        </div>
      </Section>
    </div>
  );
}

const EVERYBODY = {};

function Figures({ summary, isPending }: { summary: Summary; isPending: boolean }) {
  const { totalSubscribers: total, recentSubscribers7d: week, recentSubscribers30d: month } = summary;
  const language = useLanguage();
  const figures = [
    { ...words.figures.total, value: formatNumber(total, language), span: describeTotal(summary, language) },
    { ...words.figures.week, value: formatNumber(week, language) },
    { ...words.figures.month, value: formatNumber(month, language) },
    { ...words.figures.rate, value: growthRate(total, week) },
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

function describeTotal({ totalSubscribers: total, unsubscribed }: Summary, language: string): string {
  if (unsubscribed === 0) return words.figures.total.span;
  // Not below 0, because a subscriber may be removed between the two counts.
  return words.activeAndUnsubscribed(Math.max(0, total - unsubscribed), unsubscribed, language);
}

/** A number with smaller signs, "+" and "%". */
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
    // Failed parts show their own error.
    if (!hasFailed) notify("success", DASHBOARD_MESSAGES.refreshed);
  }
  return <DashboardButton onClick={refresh}>{words.refresh}</DashboardButton>;
}
