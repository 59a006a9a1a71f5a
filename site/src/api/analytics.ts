import { type AnalyticsBody, type AnalyticsEvent, EVENTS_MAX } from "@porchlight/protocol/analytics.ts";
import { SCREEN_PATHS, type ScreenName } from "@porchlight/protocol/content.ts";

/** How long events wait for others to go with, in milliseconds. */
const SEND_AFTER_MS = 2_000;
/** Flag by which a tab knows that the owner is signed in there; written out, as sharing it costs every visitor bytes. */
const OWNER_FLAG = "admin-authenticated";

let waiting: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let lastScreen: ScreenName | undefined;

/**
 * Tells the analytics service of an event, soon, and at the latest when the page is left. Never throws; what cannot be
 * sent is lost. Says nothing for visitors who ask not to be tracked, and nothing of the signed-in owner's own looks.
 */
export function reportEvent(event: AnalyticsEvent): void {
  if (asksForPrivacy() || isOwner()) return;
  waiting.push(event);
  // Adding the same listener again changes nothing.
  addEventListener("pagehide", send);
  document.addEventListener("visibilitychange", send);
  document.addEventListener("prerenderingchange", send);
  if (waiting.length >= EVENTS_MAX) send();
  else timer ??= setTimeout(send, SEND_AFTER_MS);
}

/** Reports that a screen is shown, once for as long as it stays. The owner's desk is no screen of visitors. */
export function reportScreen(screen: ScreenName): void {
  if (screen === lastScreen) return;
  lastScreen = screen;
  if (screen === "admin") return;
  // The address that was not found stays the visitor's: there may be anything in it.
  const path = screen === "not-found" ? "/not-found" : SCREEN_PATHS[screen];
  reportEvent({ name: "page_view", params: { page_path: path } });
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  // Nobody has seen a page yet that the browser draws on a guess.
  if (waiting.length === 0 || ("prerendering" in document && document.prerendering)) return;
  const body = JSON.stringify({ events: waiting.slice(0, EVENTS_MAX) } satisfies AnalyticsBody);
  waiting = [];
  if (navigator.sendBeacon?.("/analytics/events", body)) return;
  // Some browsers have no beacons, and none takes more than so many at once.
  fetch("/analytics/events", { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Sources: w3.org, "Tracking Preference Expression (DNT)" and "Global Privacy Control". */
function asksForPrivacy(): boolean {
  return (
    navigator.doNotTrack === "1" || ("globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true)
  );
}

function isOwner(): boolean {
  try {
    return sessionStorage.getItem(OWNER_FLAG) === "true";
  } catch {
    // Private windows of some browsers forbid it.
    return false;
  }
}
