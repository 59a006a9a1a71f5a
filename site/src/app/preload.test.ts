import { aSite } from "@porchlight/fixtures/pages.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { preloadScreens } from "./preload.ts";
import type { loadView } from "./screens.tsx";

/** Each test's own: the document goes on listening for those before it. */
let load: Mock<typeof loadView>;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<a href="/about">About</a><a href="/admin">DashboardState</a><a href="https://else.example/shop">Else</a>';
  // The line is broken, and nobody is told before a screen is really asked for.
  load = vi.fn<typeof loadView>(() => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fetched = () => load.mock.calls.map(([name]) => name);
const point = (text: string) =>
  [...document.links]
    .find((link) => link.textContent === text)
    ?.dispatchEvent(new Event("pointerover", { bubbles: true }));

test("a page that has loaded is left alone for three seconds; then every screen is fetched, the desk never", () => {
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(2_999);
  expect(fetched()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(fetched()).toEqual(Object.keys(SCREEN_PATHS));
  expect(fetched()).not.toContain("admin");
});

test("the three seconds begin once the page's pictures are there", () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(60_000);
  expect(fetched()).toEqual([]);
  dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(60_000);
  expect(fetched()).toEqual(Object.keys(SCREEN_PATHS));
});

test("a link that is pointed at is followed at once, unless it leads to the desk or elsewhere", () => {
  preloadScreens(aSite(), load);
  point("Desk");
  point("Else");
  expect(fetched()).toEqual([]);
  point("About");
  expect(fetched()).toEqual(["about"]);
});

test("a visitor who saves data is sent only what is pointed at", () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  preloadScreens(aSite(), load);
  vi.advanceTimersByTime(60_000);
  expect(fetched()).toEqual([]);
  point("About");
  expect(fetched()).toEqual(["about"]);
});
