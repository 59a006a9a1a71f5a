/** What the site tells the analytics service, and what the owner reads of it. No event says who. */

/** Events in one body at most. */
export const EVENTS_MAX = 20;
/** Longest name of an album in an event, in characters. Source: support.google.com, GA4 "Event collection limits". */
export const ITEM_NAME_MAX_LENGTH = 100;
/** What views of any address that is no screen are counted as. */
export const OTHER_PAGES = "other";

/**
 * An event in the words of the wire: a screen was shown, or the carousel moved to another album.
 * Source: developers.google.com, Google Analytics 4, "Measurement Protocol" and "Recommended events".
 */
export type AnalyticsEvent =
  | { name: "page_view"; params: { page_path: string } }
  | { name: "slide_change"; params: { item_name: string; index: number } };

/** Body of `POST /analytics/events`; a sign of nobody stands in it. */
export type AnalyticsBody = { events: AnalyticsEvent[] };

/** Answer of `GET /admin/api/visits`: the last 30 days, today included, UTC. */
export type VisitReport = {
  /** The oldest first, none left out. */
  days: { day: string; pageViews: number }[];
  /** Screens by path, or {@link OTHER_PAGES}, the most shown first, ten at most, over the same days. */
  screens: { path: string; pageViews: number }[];
  /** Albums that the carousel was moved to, the most first, ten at most, over the same days. */
  slides: { album: string; changes: number }[];
};
