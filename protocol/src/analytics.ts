/** Events for the analytics service, and the report for the owner. No event identifies a person. */

/** Events in one body at most. */
export const EVENTS_MAX = 20;
/** Longest name of an album in an event, in characters. Source: support.google.com, GA4 "Event collection limits". */
export const ITEM_NAME_MAX_LENGTH = 100;
/** The name under which views of other addresses are counted. */
export const OTHER_PAGES = "other";

/**
 * An event in the words of the wire: a screen was shown, or the carousel moved to another album.
 * Source: developers.google.com, Google Analytics 4, "Measurement Protocol" and "Recommended events".
 */
export type AnalyticsEvent =
  | { name: "page_view"; params: { page_path: string } }
  | { name: "slide_change"; params: { item_name: string; index: number } };

/** Body of `POST /analytics/events`. It identifies nobody. */
export type AnalyticsBody = { events: AnalyticsEvent[] };

/** Response of `GET /admin/api/visits`: the last 30 days, today included, UTC. */
export type VisitReport = {
  /** The oldest first, none left out. */
  days: { day: string; pageViews: number }[];
  /** Screens by path, or {@link OTHER_PAGES}, the most shown first, ten at most, over the same days. */
  screens: { path: string; pageViews: number }[];
  /** Albums that the carousel was moved to, the most first, ten at most, over the same days. */
  slides: { album: string; changes: number }[];
};
