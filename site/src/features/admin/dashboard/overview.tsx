import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { toMoney } from "@porchlight/protocol/money.ts";
import type { OrderStatus } from "@porchlight/protocol/orders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { isMissing } from "../../../api/access.ts";
import type { Summary } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import type { StepPlace } from "../first-steps/first-steps.tsx";
import { useOrdersSummary } from "../orders/queries.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { useDashboard } from "../shared/dashboard-context.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { formatMoment, growthRate } from "../shared/format.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { Section } from "../shared/section.tsx";
import { sourceInWords } from "../shared/words.ts";
import { ContentNotes } from "./content-notes.tsx";
import { ExportButtons } from "./export-panel.tsx";
import { GrowthSection } from "./growth-section.tsx";
import { LaterFirstSteps } from "./later-first-steps.tsx";
import { Needs } from "./needs.tsx";
import { useSummary } from "./queries.ts";
import { VisitsSection } from "./visits-section.tsx";
import * as words from "./words.ts";
import "./overview.css";

/** The list at a glance. Source: docs/product.md §2, Admin, Overview. */
export function Overview({
  onViewAll,
  onCheckUp,
  onOrders,
  onStep,
}: {
  onViewAll: () => void;
  onCheckUp: () => void;
  onOrders: (status: OrderStatus) => void;
  onStep: (place: StepPlace) => void;
}) {
  const { data: summary, isError, isPending, refetch } = useSummary();
  const onWebsite = (area: string) => onStep({ website: area });
  return (
    <div className="overview">
      <Needs onOrders={onOrders} onCheckUp={onCheckUp} onWebsite={onWebsite} />
      <LaterFirstSteps onOpen={onStep} />
      <ContentNotes onWebsite={onWebsite} />
      {isError && <LoadNote onRetry={refetch}>{DASHBOARD_MESSAGES.loadFailed}</LoadNote>}
      <Figures summary={summary} isPending={isPending} />
      <GrowthSection />
      <VisitsSection />
      <Section id="recent-heading" title={words.recentSubscribers} className="overview-recent">
        {isPending && <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>}
        {isError && !summary && <p className="dashboard-note">{words.notLoaded}</p>}
        {summary && <Recent rows={summary.recent} />}
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

function Figures({ summary, isPending }: { summary: Summary | undefined; isPending: boolean }) {
  const language = useLanguage();
  const { data: orders } = useOrdersSummary();
  const { total, week, month, rate } = words.figures;
  const figures: { term: string; span: string; value?: string }[] = summary
    ? [
        { ...total, value: formatNumber(summary.totalSubscribers, language), span: describeTotal(summary, language) },
        { ...week, value: formatNumber(summary.recentSubscribers7d, language) },
        { ...month, value: formatNumber(summary.recentSubscribers30d, language) },
        { ...rate, value: growthRate(summary.totalSubscribers, summary.recentSubscribers7d) },
      ]
    : [total, week, month, rate];
  if (orders?.any && orders.takings) {
    const { amount, currency, orders: count } = orders.takings;
    figures.push({
      term: words.takings,
      value: formatPrice(toMoney(amount, currency), language),
      span: words.fromOrders(count, language),
    });
  }
  return (
    <dl className="figures" aria-busy={isPending} data-count={figures.length}>
      {figures.map(({ term, value, span }) => (
        <div className="figure" key={term}>
          <dt>{term}</dt>
          <dd className="figure-value">
            {value === undefined ? <span className="figure-pending">{words.notLoaded}</span> : <Value text={value} />}
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
          <span className="recent-source">{sourceInWords(row.source)}</span>
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
