import type { Growth, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followSubscribers, type Listener, type SubscriberChange } from "../../../api/realtime.ts";
import type { PageQuery, SubscriberPage, Summary } from "../../../api/subscribers.ts";
import { coalesce } from "../../../lib/coalesce.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { useOnline } from "../shared/use-online.ts";
import {
  addToPage,
  addToSummary,
  belongsAtTop,
  changeGrowth,
  changeMatches,
  removeFromPage,
  removeFromSummary,
} from "./apply-change.ts";
import { KEYS } from "./queries.ts";

/** State of the connection for live updates. */
type LiveState = "connecting" | "live" | "reconnecting";

/** Number of remembered events, so that none is applied twice. */
const REMEMBERED = 2_000;
/** Interruptions shorter than this are not shown, in milliseconds. */
const GRACE_MS = 1_500;
/**
 * Random pause before fetching what an event does not contain, and shortest time between two fetches, in
 * milliseconds.
 */
const FETCH_SOON_MS = [150, 500] as const;
const FETCH_APART_MS = 1_500;
/** The same for fetches that verify the cached results, and for plots, because these are large. */
const VERIFY_MS = [20_000, 40_000] as const;
const VERIFY_APART_MS = 30_000;

/** Updates the dashboard with every change of the list while it is open. */
export function useLiveUpdates(): LiveState {
  const { session, removing } = useDashboard();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  const isOnline = useOnline();

  useEffect(() => {
    let graceTimer: ReturnType<typeof setTimeout> | undefined;
    const updates = createLiveUpdates(queries, removing);
    const stop = followSubscribers(session.accessToken, {
      onChange: updates.onChange,
      onLive() {
        clearTimeout(graceTimer);
        graceTimer = undefined;
        setState("live");
        updates.onLive();
      },
      onLost() {
        graceTimer ??= setTimeout(() => setState("reconnecting"), GRACE_MS);
      },
    });
    return () => {
      clearTimeout(graceTimer);
      stop();
      updates.stop();
    };
  }, [session, queries, removing]);

  // A connection that lost its network seems open until a timeout.
  return isOnline ? state : "reconnecting";
}

/**
 * Applies change events to the cached results. Data that an event does not contain is fetched: once for many events,
 * and after a random time, because two hundred dashboards may get the same event.
 *
 * @param removing ids of rows that this window removes; the code that removes them updates the numbers itself
 */
function createLiveUpdates(
  queries: QueryClient,
  removing: ReadonlySet<number>,
): Pick<Listener, "onChange" | "onLive"> & { stop: () => void } {
  const seen = new Set<number>();
  let wasLive = false;

  const refetch = (...keys: (readonly string[])[]) => {
    for (const queryKey of keys) queries.invalidateQueries({ queryKey });
  };
  const numbers = coalesce(() => refetch(KEYS.summary, KEYS.matches), FETCH_SOON_MS, FETCH_APART_MS);
  const rows = coalesce(() => refetch(KEYS.pages), FETCH_SOON_MS, FETCH_APART_MS);
  const everything = coalesce(
    () => refetch(KEYS.summary, KEYS.matches, KEYS.growth, KEYS.sources),
    VERIFY_MS,
    VERIFY_APART_MS,
  );

  /** While a request is running: its response may be older than the event, and would overwrite the result. */
  const isFetching = (key: readonly string[]) => queries.isFetching({ queryKey: key }) > 0;

  function addRow(row: Subscriber) {
    if (isFetching(KEYS.summary) || isFetching(KEYS.matches)) numbers.schedule();
    queries.setQueryData<Summary>(KEYS.summary, (known) => {
      // The response may have counted this row already.
      if (known?.recent.some(({ id }) => id === row.id)) return known;
      return known && addToSummary(known, row, Date.now());
    });
    queries.setQueryData<Growth>(KEYS.growth, (known) => known && changeGrowth(known, 1, row.subscribed_at));
    for (const [key, count] of queries.getQueriesData<number>({ queryKey: KEYS.matches })) {
      // The cast holds: the second part of the key is the filter, see KEYS.matching.
      if (count !== undefined) queries.setQueryData(key, changeMatches(count, 1, key[1] as SubscriberFilter, row));
    }
    let isPlaced = !isFetching(KEYS.pages);
    for (const [key, page] of queries.getQueriesData<SubscriberPage>({ queryKey: KEYS.pages })) {
      // The cast holds: the second part of the key is the query, see KEYS.page.
      if (page && belongsAtTop(key[1] as PageQuery, row)) queries.setQueryData(key, addToPage(page, row));
      else isPlaced = false;
    }
    if (!isPlaced) rows.schedule();
    everything.schedule();
  }

  function removeRow(id: number) {
    const row = knownRow(queries, id);
    queries.setQueryData<Summary>(KEYS.summary, (known) => known && removeFromSummary(known, id, row, Date.now()));
    for (const [key, page] of queries.getQueriesData<SubscriberPage>({ queryKey: KEYS.pages })) {
      if (page) queries.setQueryData(key, removeFromPage(page, id));
    }
    if (row) queries.setQueryData<Growth>(KEYS.growth, (known) => known && changeGrowth(known, -1, row.subscribed_at));
    numbers.schedule();
    rows.schedule();
    everything.schedule();
  }

  return {
    onChange(change: SubscriberChange) {
      if (change.type === "UPDATE") {
        // Somebody unsubscribed or came back. The event does not contain the old row.
        numbers.schedule();
        rows.schedule();
        everything.schedule();
        return;
      }
      const id = change.type === "DELETE" ? change.id : change.row.id;
      // A row is inserted once and deleted once. The sign distinguishes the two events.
      const key = change.type === "DELETE" ? -id : id;
      if (seen.has(key)) return;
      remember(seen, key);
      if (change.type === "INSERT") addRow(change.row);
      else if (!removing.has(id)) removeRow(id);
    },
    onLive() {
      // The events since the last response are missing.
      numbers.schedule();
      rows.schedule();
      if (wasLive) refetch(KEYS.growth, KEYS.sources);
      wasLive = true;
    },
    stop() {
      numbers.stop();
      rows.stop();
      everything.stop();
    },
  };
}

function knownRow(queries: QueryClient, id: number): Subscriber | undefined {
  const pages = queries.getQueriesData<SubscriberPage>({ queryKey: KEYS.pages });
  const seen = pages.flatMap(([, page]) => page?.rows ?? []);
  const recent = queries.getQueryData<Summary>(KEYS.summary)?.recent ?? [];
  return [...recent, ...seen].find((row) => row.id === id);
}

function remember(seen: Set<number>, key: number): void {
  seen.add(key);
  // A set iterates in the order of insertion, so the first is the oldest.
  for (const oldest of seen) {
    if (seen.size <= REMEMBERED) break;
    seen.delete(oldest);
  }
}
