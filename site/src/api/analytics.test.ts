import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeHint } from "../features/admin/sign-in/hint.ts";

const SLIDE: AnalyticsEvent = { name: "slide_change", params: { item_name: "Lake Effect", index: 1 } };

let beacons: { url: string; body: string }[];
let isBeaconAccepted: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  beacons = [];
  isBeaconAccepted = true;
  setOnNavigator("sendBeacon", (url: string, body: string) => {
    beacons.push({ url, body });
    return isBeaconAccepted;
  });
});
afterEach(() => {
  sessionStorage.clear();
  for (const name of ["sendBeacon", "doNotTrack", "globalPrivacyControl"]) Reflect.deleteProperty(navigator, name);
  for (const name of ["prerendering", "visibilityState"]) Reflect.deleteProperty(document, name);
  vi.unstubAllGlobals();
});

function setOnNavigator(name: string, value: unknown): void {
  Object.defineProperty(navigator, name, { configurable: true, value });
}
function setOnDocument(name: string, value: unknown): void {
  Object.defineProperty(document, name, { configurable: true, value });
}

/** Loads the module again, as a new page does. */
async function aPage() {
  vi.resetModules();
  return await import("./analytics.ts");
}

const sent = () => beacons.map(({ body }) => JSON.parse(body));
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const view = (page_path: string) => ({ name: "page_view", params: { page_path } });

test("events are sent together, without data about the visitor", async () => {
  const { reportEvent, reportScreen } = await aPage();
  reportScreen("music");
  reportEvent(SLIDE);
  expect(beacons).toEqual([]);
  pass(2_000);
  expect(beacons.map(({ url }) => url)).toEqual(["/analytics/events"]);
  expect(sent()).toEqual([{ events: [view("/music"), SLIDE] }]);
  pass(60_000);
  expect(beacons).toHaveLength(1);
});

test("a screen counts once while it is shown, and again on return", async () => {
  const { reportScreen } = await aPage();
  for (const screen of ["home", "home", "about", "home", "not-found"] as const) reportScreen(screen);
  pass(2_000);
  expect(sent()).toEqual([{ events: [view("/"), view("/about"), view("/"), view("/not-found")] }]);
});

test("the first screen of a visit names the newsletter whose link began it, and no other screen does", async () => {
  const entry = { name: "https://artist.example/music?utm_source=newsletter&utm_campaign=newsletter-12" };
  vi.stubGlobal("performance", { ...performance, getEntriesByType: () => [entry] });
  const { reportScreen } = await aPage();
  for (const screen of ["music", "about"] as const) reportScreen(screen);
  pass(2_000);
  const begun = { name: "page_view", params: { page_path: "/music", newsletter: 12 } };
  expect(sent()).toEqual([{ events: [begun, view("/about")] }]);
});

test("neither the dashboard nor the signed-in owner is counted", async () => {
  const { reportEvent, reportScreen } = await aPage();
  reportScreen("admin");
  writeHint(true);
  reportScreen("home");
  reportEvent(SLIDE);
  pass(2_000);
  expect(beacons).toEqual([]);
});

test.each([
  ["doNotTrack", "1"],
  ["globalPrivacyControl", true],
])("nothing is sent with %s", async (name, value) => {
  setOnNavigator(name, value);
  const { reportEvent, reportScreen } = await aPage();
  reportScreen("home");
  reportEvent(SLIDE);
  dispatchEvent(new Event("pagehide"));
  pass(2_000);
  expect(beacons).toEqual([]);
});

test.each([
  ["doNotTrack", "0"],
  ["doNotTrack", null],
  ["globalPrivacyControl", false],
])("events are sent with %s = %s", async (name, value) => {
  setOnNavigator(name, value);
  const { reportScreen } = await aPage();
  reportScreen("home");
  pass(2_000);
  expect(beacons).toHaveLength(1);
});

test("the remaining events are sent once when the visitor leaves the page", async () => {
  const { reportScreen } = await aPage();
  reportScreen("home");
  setOnDocument("visibilityState", "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("pagehide"));
  pass(60_000);
  expect(sent()).toEqual([{ events: [view("/")] }]);
});

test("no request has more events than the gateway accepts", async () => {
  const { reportEvent } = await aPage();
  for (let count = 0; count < 45; count += 1) reportEvent(SLIDE);
  expect(sent().map(({ events }) => events.length)).toEqual([20, 20]);
  pass(2_000);
  expect(sent().map(({ events }) => events.length)).toEqual([20, 20, 5]);
});

test("a prerendered page counts only when it is shown", async () => {
  setOnDocument("prerendering", true);
  const { reportScreen } = await aPage();
  reportScreen("home");
  pass(60_000);
  dispatchEvent(new Event("pagehide"));
  expect(beacons).toEqual([]);
  setOnDocument("prerendering", false);
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(sent()).toEqual([{ events: [view("/")] }]);
});

test.each([
  ["rejects a beacon", () => (isBeaconAccepted = false)],
  ["has no beacons", () => setOnNavigator("sendBeacon", undefined)],
])("if a browser %s, fetch is used, and a network failure stays silent", async (_, prepare) => {
  prepare();
  const requests: (RequestInit & { url: string })[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, ...init });
    throw new TypeError("Failed to fetch");
  });
  const { reportScreen } = await aPage();
  reportScreen("shop");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests).toEqual([
    { url: "/analytics/events", method: "POST", keepalive: true, body: JSON.stringify({ events: [view("/shop")] }) },
  ]);
});
