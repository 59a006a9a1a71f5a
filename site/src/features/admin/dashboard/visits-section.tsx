import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { type CSSProperties, useState } from "react";
import { useLanguage } from "../../../ui/language.ts";
import { formatDay } from "../shared/format.ts";
import { LoadState } from "../shared/load-note.tsx";
import { Section } from "../shared/section.tsx";
import { PlotTable } from "./plot-table.tsx";
import { useVisits } from "./queries.ts";
import { VisitsPlot } from "./visits-plot.tsx";
import * as words from "./words.ts";
import "./visits.css";

/** The visits of the last 30 days as a plot, a table and two lists. */
export function VisitsSection() {
  const visits = useVisits();
  const { data } = visits;
  return (
    <Section id="visits-heading" title={words.visits} className="visits">
      {!data && (
        <LoadState
          query={visits}
          failed={DASHBOARD_MESSAGES.visitsFailed}
          missing={DASHBOARD_MESSAGES.visitsHidden}
          className="plot-waiting"
        />
      )}
      {data?.screens.length === 0 && (
        <>
          <p className="dashboard-note">{DASHBOARD_MESSAGES.noVisits}</p>
          <WhatCounts />
        </>
      )}
      {data && data.screens.length > 0 && <Report report={data} />}
    </Section>
  );
}

function Report({ report: { days, screens, slides } }: { report: VisitReport }) {
  const language = useLanguage();
  const [pointed, setPointed] = useState<number>();
  return (
    <div className="visits-report">
      <div>
        <Legend days={days} at={pointed} />
        <VisitsPlot days={days} onPoint={setPointed} />
        <PlotTable
          headings={[words.day, words.pageViews]}
          rows={days.map(({ day, pageViews }) => ({ when: formatDay(day, language), numbers: [pageViews] }))}
        />
      </div>
      <div className="visits-lists">
        <div>
          <h3 id="visits-screens">{words.mostSeen}</h3>
          <Ranking
            labelledBy="visits-screens"
            counted={screens.map(({ path, pageViews }) => ({
              name: words.screens.get(path) ?? path,
              count: pageViews,
            }))}
          />
        </div>
        <div>
          <h3 id="visits-slides">{words.slides}</h3>
          {slides.length === 0 && <p className="dashboard-note">{DASHBOARD_MESSAGES.noSlides}</p>}
          {slides.length > 0 && (
            <Ranking
              labelledBy="visits-slides"
              counted={slides.map(({ album, changes }) => ({ name: album, count: changes }))}
            />
          )}
        </div>
      </div>
      <WhatCounts />
    </div>
  );
}

/** Shows the sum, and the day under the pointer, or else today. */
function Legend({ days, at }: { days: VisitReport["days"]; at: number | undefined }) {
  const language = useLanguage();
  const day = days[at ?? days.length - 1] ?? days.at(-1);
  if (!day) return null;
  const seen = days.reduce((sum, { pageViews }) => sum + pageViews, 0);
  return (
    <p className="plot-legend">
      <span>
        {words.pageViewsIn(days.length)} <b>{formatNumber(seen, language)}</b>
      </span>
      <span className="plot-key" data-key="bar">
        {words.onDay(formatDay(day.day, language))} <b>{formatNumber(day.pageViews, language)}</b>
      </span>
    </p>
  );
}

function WhatCounts() {
  return <p className="visits-counted dashboard-note">{DASHBOARD_MESSAGES.visitsCounted}</p>;
}

/** Names with their numbers, the highest first. */
function Ranking({ labelledBy, counted }: { labelledBy: string; counted: { name: string; count: number }[] }) {
  const language = useLanguage();
  const most = Math.max(1, ...counted.map(({ count }) => count));
  return (
    <ol className="visits-ranking" aria-labelledby={labelledBy}>
      {counted.map(({ name, count }) => (
        <li key={name} style={shareStyle(count, most)}>
          <span>{name}</span> <b>{formatNumber(count, language)}</b>
        </li>
      ))}
    </ol>
  );
}

function shareStyle(count: number, most: number): CSSProperties {
  // The cast is needed because React's types of styles have no custom properties.
  return { "--share": count / most } as CSSProperties;
}
