import type { Growth, SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { RECENT_DAYS, RECENT_SUBSCRIBERS } from "@porchlight/protocol/limits.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { DAY_MS } from "@porchlight/protocol/subscriber-filter.ts";
import { matchesFilter } from "../../../api/subscriber-filter.ts";
import { PAGE_ROWS, type PageQuery, type SubscriberPage, type Summary } from "../../../api/subscribers.ts";

/** Adds a subscriber to the numbers. @param now in milliseconds since 1970 */
export function addToSummary(summary: Summary, row: Subscriber, now: number): Summary {
  const changed = changeSummary(summary, 1, row, now);
  const isRecent = isWithin(row.subscribed_at, RECENT_DAYS.week, now);
  return {
    ...changed,
    lastUpdated: latest(summary.lastUpdated, row.subscribed_at),
    created:
      summary.created === null || isBefore(row.subscribed_at, summary.created) ? row.subscribed_at : summary.created,
    recent: isRecent ? [row, ...summary.recent].toSorted(newestFirst).slice(0, RECENT_SUBSCRIBERS) : summary.recent,
  };
}

/**
 * Removes a subscriber from the numbers.
 *
 * @param row the removed subscriber, if known
 */
export function removeFromSummary(summary: Summary, id: number, row: Subscriber | undefined, now: number): Summary {
  const recent = summary.recent.filter((known) => known.id !== id);
  if (row !== undefined) return { ...changeSummary(summary, -1, row, now), recent };
  return { ...summary, totalSubscribers: Math.max(0, summary.totalSubscribers - 1), recent };
}

function changeSummary(summary: Summary, difference: 1 | -1, row: Subscriber, now: number): Summary {
  const changed = (count: number, isConcerned: boolean) => (isConcerned ? Math.max(0, count + difference) : count);
  return {
    ...summary,
    totalSubscribers: changed(summary.totalSubscribers, true),
    unsubscribed: changed(summary.unsubscribed, row.status === "unsubscribed"),
    recentSubscribers7d: changed(summary.recentSubscribers7d, isWithin(row.subscribed_at, RECENT_DAYS.week, now)),
    recentSubscribers30d: changed(summary.recentSubscribers30d, isWithin(row.subscribed_at, RECENT_DAYS.month, now)),
  };
}

/** Adds a subscriber who joined at this time to the growth, or removes one. */
export function changeGrowth(growth: Growth, difference: 1 | -1, subscribedAt: string): Growth {
  const date = new Date(subscribedAt).toISOString().slice(0, 10);
  const at = growth.points.findIndex((point) => point.date >= date);
  const isKnown = growth.points[at]?.date === date;
  // A new day begins with the total of the previous day.
  const day = { date, added: 0, total: growth.points.at(at === -1 ? -1 : at - 1)?.total ?? 0 };
  if (at === 0) day.total = 0;
  const before = at === -1 ? growth.points : growth.points.slice(0, at);
  const after = at === -1 ? [] : growth.points.slice(at);
  const points = isKnown ? growth.points : [...before, day, ...after];
  return {
    points: points.map((point) => ({
      date: point.date,
      added: point.date === date ? Math.max(0, point.added + difference) : point.added,
      total: point.date >= date ? Math.max(0, point.total + difference) : point.total,
    })),
  };
}

/** Whether a new row belongs at the top of a page: the first page, newest first, with a filter that matches the row. */
export function belongsAtTop({ order, filter, place }: PageQuery, row: Subscriber): boolean {
  return place.at === "start" && order.by === "subscribed_at" && !order.ascending && matchesFilter(filter, row);
}

/** Adds a row to a page. */
export function addToPage(page: SubscriberPage, row: Subscriber): SubscriberPage {
  const rows = [row, ...page.rows.filter((known) => known.id !== row.id)].toSorted(newestFirst);
  return { ...page, rows: rows.slice(0, PAGE_ROWS), hasNext: page.hasNext || rows.length > PAGE_ROWS };
}

/** Removes a row from a page. */
export function removeFromPage(page: SubscriberPage, id: number): SubscriberPage {
  return { ...page, rows: page.rows.filter((row) => row.id !== id) };
}

/** Changes the number of matches by one row, if the row matches. */
export function changeMatches(count: number, difference: 1 | -1, filter: SubscriberFilter, row: Subscriber): number {
  return matchesFilter(filter, row) ? Math.max(0, count + difference) : count;
}

function isWithin(iso: string, days: number, now: number): boolean {
  return Date.parse(iso) >= now - days * DAY_MS;
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

function latest(one: string | null, other: string): string {
  return one !== null && isBefore(other, one) ? one : other;
}

function newestFirst(one: Subscriber, other: Subscriber): number {
  return Date.parse(other.subscribed_at) - Date.parse(one.subscribed_at) || other.id - one.id;
}
