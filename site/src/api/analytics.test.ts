import type { AnalyticsEvent } from "@porchlight/protocol/analytics.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeHint } from "../features/admin/sign-in/hint.ts";

const SLIDE: AnalyticsEvent = { name: "slide_change", params: { item_name: "Lake Effect", index: 1 } };

let beacons: { url: string; body: string }[];
let isBeaconTaken: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  beacons = [];
  isBeaconTaken = true;
  setOnNavigator("sendBeacon", (url: string, body: string) => {
    beacons.push({ url, body });
    return isBeaconTaken;
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

/** A page that has just been opened. */
async function aPage() {
  vi.resetModules();
  return await import("./analytics.ts");
}

const sent = () => beacons.map(({ body }) => JSON.parse(body));
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const view = (page_path: string) => ({ name: "page_view", params: { page_path } });

test("events wait for each other and go together, without a word about the visitor", async () => {
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

test("a screen counts once while it is shown, and again when it is come back to", async () => {
  const { reportScreen } = await aPage();
  for (const screen of ["home", "home", "about", "home", "not-found"] as const) reportScreen(screen);
  pass(2_000);
  expect(sent()).toEqual([{ events: [view("/"), view("/about"), view("/"), view("/not-found")] }]);
});

test("the owner's desk is not counted, nor what the owner looks at while signed in", async () => {
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
])("nothing is sent for a visitor whose browser has %s", async (name, value) => {
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
])("a browser that says %s = %s asks for nothing", async (name, value) => {
  setOnNavigator(name, value);
  const { reportScreen } = await aPage();
  reportScreen("home");
  pass(2_000);
  expect(beacons).toHaveLength(1);
});

test("what is left over goes when the page is left, once", async () => {
  const { reportScreen } = await aPage();
  reportScreen("home");
  setOnDocument("visibilityState", "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("pagehide"));
  pass(60_000);
  expect(sent()).toEqual([{ events: [view("/")] }]);
});

test("no body holds more events than the gateway takes", async () => {
  const { reportEvent } = await aPage();
  for (let count = 0; count < 45; count += 1) reportEvent(SLIDE);
  expect(sent().map(({ events }) => events.length)).toEqual([20, 20]);
  pass(2_000);
  expect(sent().map(({ events }) => events.length)).toEqual([20, 20, 5]);
});

test("a page that the browser draws on a guess counts when somebody sees it, and not before", async () => {
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
  ["takes no more beacons", () => (isBeaconTaken = false)],
  ["has none", () => setOnNavigator("sendBeacon", undefined)],
])("a browser that %s sends by other means, and a dead network is nothing to the visitor", async (_, prepare) => {
  prepare();
  const asked: (RequestInit & { url: string })[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, ...init });
    throw new TypeError("Failed to fetch");
  });
  const { reportScreen } = await aPage();
  reportScreen("shop");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([
    { url: "/analytics/events", method: "POST", keepalive: true, body: JSON.stringify({ events: [view("/shop")] }) },
  ]);
});
