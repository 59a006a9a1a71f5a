import { DASHBOARD_MESSAGES } from "@porchlight/protocol/dashboard-messages.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { useEffect, useRef, useState } from "react";
import { hasConditions } from "../../../api/subscriber-filter.ts";
import type { Order, Place } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import { LoadState } from "../shared/load-note.tsx";
import { ExportButtons } from "./export-panel.tsx";
import { type FilterChoice, NO_CHOICE, toFilter } from "./filter-choice.ts";
import { Pager } from "./pager.tsx";
import { useMatching, usePage, useSummary } from "./queries.ts";
import { SubscriberFilters } from "./subscriber-filters.tsx";
import { SubscriberTable } from "./subscriber-table.tsx";
import { useRemoval } from "./use-removal.tsx";
import * as words from "./words.ts";
import "./subscribers-tab.css";

const NEWEST_FIRST: Order = { by: "subscribed_at", ascending: false };
const START: Place = { at: "start" };

/** The whole list, a page at a time. Source: docs/product.md §2, Admin, Subscribers. */
export function SubscribersTab() {
  const [choice, setChoice] = useState(NO_CHOICE);
  const [order, setOrder] = useState(NEWEST_FIRST);
  const [place, setPlace] = useState(START);
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const filter = toFilter(choice);
  const isFiltered = hasConditions(filter);

  const { data: summary } = useSummary();
  const query = usePage({ order, filter, place });
  const { data: page, isError, isPending, isPlaceholderData } = query;
  const { data: matches } = useMatching(filter);
  const rows = page?.rows ?? [];
  const [removed, setRemoved] = useState<{ id: number; at: number }>();
  // Stored before the removal, because its change event may remove the row before the response arrives.
  const removedAt = useRef(0);
  const removal = useRemoval(({ id }) => setRemoved({ id, at: removedAt.current }));
  const ask = (row: Subscriber) => {
    removedAt.current = rows.findIndex(({ id }) => id === row.id);
    removal.ask(row);
  };

  useEffect(() => {
    if (!removed || rows.some(({ id }) => id === removed.id)) return;
    setRemoved(undefined);
    // The pressed button has disappeared with its row, so the next row's button gets the focus.
    if (document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>(".remove") ?? [];
    (buttons[Math.min(removed.at, buttons.length - 1)] ?? heading.current)?.focus();
  }, [removed, rows]);

  function choose(next: FilterChoice) {
    setChoice(next);
    setPlace(START);
  }

  const isEmpty = rows.length === 0 && !isPending && !isPlaceholderData;
  return (
    <div className="subscribers" ref={list}>
      <div className="list-head">
        <h2 ref={heading} tabIndex={-1}>
          {words.subscribers}
        </h2>
        {/* Screen readers announce the matches of a search, but not every sign-up. */}
        <p className="list-count">
          {!isFiltered && summary && words.listInWords(summary.totalSubscribers, summary.unsubscribed, language)}
          <span role="status">{isFiltered && matches !== undefined && words.matchesInWords(matches, language)}</span>
        </p>
        <div className="dashboard-buttons">
          <ExportButtons filter={filter} />
        </div>
        {isFiltered && <p className="dashboard-note">{words.filteredFiles}</p>}
      </div>
      <SubscriberFilters choice={choice} onChange={choose} />
      <LoadState query={query} failed={DASHBOARD_MESSAGES.listFailed} />
      {isEmpty && !isError && (
        <p className="list-empty">{isFiltered ? DASHBOARD_MESSAGES.noMatch : DASHBOARD_MESSAGES.noSubscribers}</p>
      )}
      {page && rows.length > 0 && (
        <>
          <SubscriberTable
            rows={rows}
            order={order}
            isBusy={isPlaceholderData}
            removal={{ ...removal, ask }}
            onOrder={(next) => {
              setOrder(next);
              setPlace(START);
            }}
          />
          <Pager page={page} order={order} onMove={setPlace} />
        </>
      )}
      {removal.dialog}
    </div>
  );
}
