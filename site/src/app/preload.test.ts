import { aSite } from "@porchlight/fixtures/pages.ts";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import { preloadScreens } from "./preload.ts";
import type { loadView } from "./screens.tsx";

/** New for each test: listeners of earlier tests stay on the document. */
let load: Mock<typeof loadView>;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <button aria-controls="links"><span>Menu</span></button>
    <ul id="links"><li><a href="/about">About</a></li><li><a href="/shop">Shop</a></li></ul>
    <a href="/privacy">Privacy</a> <a href="/admin">Dashboard</a> <a href="https://else.example/shop">Else</a>`;
  // A failure stays silent until the visitor opens the screen.
  load = vi.fn<typeof loadView>(() => Promise.reject(new TypeError("Failed to fetch")));
  preloadScreens(aSite(), load);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const loaded = () => load.mock.calls.map(([name]) => name);

/** Moves the pointer or the focus onto something by its text. */
function reach(text: string, event: "pointerover" | "focusin" = "pointerover"): void {
  const all = [...document.querySelectorAll("a, span")];
  all.find((element) => element.textContent === text)?.dispatchEvent(new Event(event, { bubbles: true }));
}

const saveData = () =>
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { saveData: true } }));

test("a visitor who points at nothing loads no other screen", () => {
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual([]);
});

test.each(["pointerover", "focusin"] as const)(
  "%s on a link loads its screen at once, unless it leads to the dashboard or another site",
  (event) => {
    reach("Dashboard", event);
    reach("Else", event);
    expect(loaded()).toEqual([]);
    reach("Privacy", event);
    expect(loaded()).toEqual(["privacy"]);
  },
);

test.each(["pointerover", "focusin"] as const)(
  "%s on the menu's button loads the menu's screens one after another",
  async (event) => {
    const about = Promise.withResolvers<never>();
    load.mockReturnValueOnce(about.promise);
    reach("Menu", event);
    expect(loaded()).toEqual(["about"]);
    about.reject(new TypeError("Failed to fetch"));
    await vi.waitFor(() => expect(loaded()).toEqual(["about", "shop"]));
  },
);

test("a visitor who saves data gets only the screen of a link", () => {
  saveData();
  reach("Menu");
  vi.advanceTimersByTime(60_000);
  expect(loaded()).toEqual([]);
  reach("About");
  expect(loaded()).toEqual(["about"]);
});
