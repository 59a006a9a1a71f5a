/** Events for the analytics service, and the report for the owner. No event identifies a person. */

/** Maximum number of events in one body. */
export const EVENTS_MAX = 20;
/** Longest name of an album in an event, in characters. Source: support.google.com, GA4 "Event collection limits". */
export const ITEM_NAME_MAX_LENGTH = 100;
/** Views of unknown addresses count under this name. */
export const OTHER_PAGES = "other";

/**
 * An event in the words of the wire: a screen was shown, or the carousel moved to another album. `newsletter`: the first
 * screen of a visit that began with a link in this newsletter; the link is the same for all readers.
 * Source: developers.google.com, Google Analytics 4, "Measurement Protocol" and "Recommended events".
 */
export type AnalyticsEvent =
  | { name: "page_view"; params: { page_path: string; newsletter?: number } }
  | { name: "slide_change"; params: { item_name: string; index: number } };

/** Body of `POST /analytics/events`. */
export type AnalyticsBody = { events: AnalyticsEvent[] };

/** Response of `GET /admin/api/visits`: the last 30 days, today included, UTC. */
export type VisitReport = {
  /** All 30 days, including those without a view, the oldest first. */
  days: { day: string; pageViews: number }[];
  /** The ten screens with the most views over these days, by path or {@link OTHER_PAGES}, the most viewed first. */
  screens: { path: string; pageViews: number }[];
  /** The ten albums to which visitors moved the carousel most often over these days, the most frequent first. */
  slides: { album: string; changes: number }[];
};
