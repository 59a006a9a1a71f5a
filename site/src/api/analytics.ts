import { type AnalyticsBody, type AnalyticsEvent, EVENTS_MAX } from "@porchlight/protocol/analytics.ts";
import { SCREEN_PATHS, type ScreenName } from "@porchlight/protocol/content.ts";
import { readStored, session } from "../lib/storage.ts";

/** How long events are collected for one request, in milliseconds. */
const SEND_AFTER_MS = 2_000;
/** Key in the storage of the signed-in owner's tab. (An import would load the dashboard's code for every visitor.) */
const OWNER_FLAG = "admin-authenticated";

let waiting: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lastScreen: ScreenName | undefined;

/**
 * Sends an event to the analytics service, after a delay or when the visitor leaves the page. Never throws: a failed
 * event is lost. Sends nothing for visitors who opt out of tracking and for the signed-in owner.
 */
export function reportEvent(event: AnalyticsEvent): void {
  if (hasOptedOut() || isOwner()) return;
  waiting.push(event);
  // Adding the same listener again has no effect.
  addEventListener("pagehide", send);
  document.addEventListener("visibilitychange", send);
  document.addEventListener("prerenderingchange", send);
  if (waiting.length >= EVENTS_MAX) send();
  else timer ??= setTimeout(send, SEND_AFTER_MS);
}

/** Reports a screen once while it is shown. Does not report the dashboard. */
export function reportScreen(screen: ScreenName): void {
  if (screen === lastScreen) return;
  // The newsletter whose link began this visit. The address of the screen may have lost its query by now.
  const begun = lastScreen ? "" : performance.getEntriesByType("navigation")[0]?.name;
  lastScreen = screen;
  if (screen === "admin") return;
  // An unknown address is not sent, because it may contain private data.
  const path = screen === "not-found" ? "/not-found" : SCREEN_PATHS[screen];
  const newsletter = Number(/=newsletter-(\d+)/.exec(begun ?? "")?.[1]);
  reportEvent({ name: "page_view", params: newsletter ? { page_path: path, newsletter } : { page_path: path } });
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  // Nobody has seen a prerendered page yet.
  if (waiting.length === 0 || ("prerendering" in document && document.prerendering)) return;
  const body = JSON.stringify({ events: waiting.slice(0, EVENTS_MAX) } satisfies AnalyticsBody);
  waiting = [];
  if (navigator.sendBeacon?.("/analytics/events", body)) return;
  // Some browsers have no beacons, and all limit their size.
  fetch("/analytics/events", { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Sources: w3.org, "Tracking Preference Expression (DNT)" and "Global Privacy Control". */
function hasOptedOut(): boolean {
  return (
    navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true)
  );
}

function isOwner(): boolean {
  return readStored(session, OWNER_FLAG) === "true";
}
