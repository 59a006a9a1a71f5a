/** What the site tells the analytics service, and what the owner reads of it. No event says who. */

/** Events in one body at most. */
export const EVENTS_MAX = 20;

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
  /** Screens by path, the most shown first, ten at most, over the same days. */
  screens: { path: string; pageViews: number }[];
  /** Albums that the carousel was moved to, the most first, ten at most, over the same days. */
  slides: { album: string; changes: number }[];
};
