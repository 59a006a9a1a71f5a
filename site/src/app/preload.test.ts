import { aSite } from "@porchlight/fixtures/pages.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { preloadScreens } from "./preload.ts";
import type { loadView } from "./screens.tsx";

/** New for each test: listeners of earlier tests stay on the document. */
let load: Mock<typeof loadView>;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<a href="/about">About</a><a href="/admin">Dashboard</a><a href="https://else.example/shop">Else</a>';
  // A failure stays silent until the visitor opens the screen.
  load = vi.fn<typeof loadView>(() => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const loaded = () => load.mock.calls.map(([name]) => name);
const point = (text: string) =>
  [...document.links]
    .find((link) => link.textContent === text)
    ?.dispatchEvent(new Event("pointerover", { bubbles: true }));

test("three seconds after the page has loaded every screen loads, but not the dashboard", () => {
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(2_999);
  expect(loaded()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual(Object.keys(SCREEN_PATHS));
  expect(loaded()).not.toContain("admin");
});

test("the three seconds start when the page's pictures have loaded", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual([]);
  dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual(Object.keys(SCREEN_PATHS));
});

test("a link under the pointer loads its screen at once, unless it leads to the dashboard or another site", () => {
  preloadScreens(aSite(), load);
  point("Dashboard");
  point("Else");
  expect(loaded()).toEqual([]);
  point("About");
  expect(loaded()).toEqual(["about"]);
});

test("a visitor who saves data gets only the screen under the pointer", () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual([]);
  point("About");
  expect(loaded()).toEqual(["about"]);
});
