import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { useMemo, useState } from "react";
import { useLanguage } from "../../../ui/language.ts";
import { formatDay, formatSpan } from "../shared/format.ts";
import { LoadState } from "../shared/load-note.tsx";
import { type Bucket, type Buckets, type Span, toBuckets } from "./growth-buckets.ts";
import { GrowthPlot } from "./growth-plot.tsx";
import { PlotTable } from "./plot-table.tsx";
import { useGrowth } from "./queries.ts";
import * as words from "./words.ts";
import "./growth.css";

const SPANS: readonly Span[] = ["month", "year", "all"];

/** The growth of the list as a plot and a table. */
export function GrowthSection() {
  const growth = useGrowth();
  const { data } = growth;
  const language = useLanguage();
  const [span, setSpan] = useState<Span>("all");
  const [pointed, setPointed] = useState<number>();
  const today = new Date().toISOString().slice(0, 10);
  const buckets = useMemo(() => (data ? toBuckets(data, span, today) : undefined), [data, span, today]);

  return (
    <section className="growth" aria-labelledby="growth-heading">
      <div className="growth-head">
        <h2 id="growth-heading">{words.growth}</h2>
        {buckets && (
          <fieldset className="growth-spans">
            <legend className="visually-hidden">{words.timeShown}</legend>
            {SPANS.map((choice) => (
              <label key={choice}>
                <input type="radio" name="growth-span" checked={choice === span} onChange={() => setSpan(choice)} />
                <span>{words.spans[choice]}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {!buckets && (
        <LoadState
          query={growth}
          failed={DASHBOARD_MESSAGES.growthFailed}
          missing={DASHBOARD_MESSAGES.growthHidden}
          className="plot-waiting"
        />
      )}
      {buckets && (
        <>
          <Legend buckets={buckets} at={pointed} />
          <GrowthPlot buckets={buckets} onPoint={setPointed} />
          <PlotTable
            headings={[words.units[buckets.unit], words.newSubscribers, words.total]}
            rows={buckets.buckets.map((bucket) => ({
              when: formatBucketSpan(bucket, language),
              numbers: [bucket.added, bucket.total],
            }))}
          />
        </>
      )}
    </section>
  );
}

/** Explains line and bars, with the values under the pointer, or else the latest values. */
function Legend({ buckets: { unit, buckets }, at }: { buckets: Buckets; at: number | undefined }) {
  const language = useLanguage();
  const bucket = buckets[at ?? buckets.length - 1] ?? buckets.at(-1);
  if (!bucket) return null;
  return (
    <p className="plot-legend">
      <span className="plot-key" data-key="line">
        {words.total} <b>{formatNumber(bucket.total, language)}</b>
      </span>
      <span className="plot-key" data-key="bar">
        {words.newPer(unit)} <b>{formatNumber(bucket.added, language)}</b>
      </span>
      <span className="plot-when">{formatBucketSpan(bucket, language)}</span>
    </p>
  );
}

function formatBucketSpan({ from, to }: Bucket, language: string): string {
  return formatSpan(formatDay(from, language), formatDay(to, language));
}
