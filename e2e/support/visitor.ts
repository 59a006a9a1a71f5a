import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page, test } from "@playwright/test";

/** Every screen: its path, its hash route, its heading, and its document title. */
export const SCREENS = [
  { name: "home", path: "/", route: "/#/", heading: "Harbour Line", title: "Harbour Line · Country & Americana" },
  { name: "about", path: "/about", route: "/#/about", heading: "About", title: "About · Harbour Line" },
  { name: "music", path: "/music", route: "/#/music", heading: "Music", title: "Music · Harbour Line" },
  { name: "shop", path: "/shop", route: "/#/shop", heading: "Merchandise", title: "Merchandise · Harbour Line" },
  {
    name: "privacy",
    path: "/privacy",
    route: "/#/privacy",
    heading: "Privacy Policy",
    title: "Privacy Policy · Harbour Line",
  },
  {
    name: "terms",
    path: "/terms",
    route: "/#/terms",
    heading: "Terms of Service",
    title: "Terms of Service · Harbour Line",
  },
  {
    name: "accessibility",
    path: "/accessibility",
    route: "/#/accessibility",
    heading: "Accessibility Statement",
    title: "Accessibility Statement · Harbour Line",
  },
  {
    name: "not-found",
    path: "/no-such-page",
    route: "/#/no-such-page",
    heading: "Page not found",
    title: "Page not found · Harbour Line",
  },
] as const;

/** The window of a small phone. */
export const PHONE = { width: 360, height: 740 } as const;

/** The window of a laptop, the default of the journeys. */
export const LAPTOP = { width: 1280, height: 800 } as const;

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

/** Opens an address and waits until the page is interactive. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await interactive(page);
}

export type Screen = (typeof SCREENS)[number];

/** Navigates from screen to screen within one document. Checks each when its heading shows and no font is loading. */
export async function onEveryScreen(page: Page, check: (screen: Screen) => Promise<void>): Promise<void> {
  if (!page.url().includes("/#/")) await open(page, SCREENS[0].route);
  for (const screen of SCREENS) {
    await test.step(screen.name, async () => {
      await page.goto(screen.route);
      await expect(page.getByRole("heading", { level: 1, name: screen.heading, exact: true })).toBeVisible();
      await fontsReady(page);
      await check(screen);
    });
  }
}

/** Resolves when the site's script has started and handles links. Source: site/src/main.tsx. */
export async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.up !== undefined);
}

/** Resolves when no font of the page is loading any more. Until then text may move. */
export async function fontsReady(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
}

/**
 * Stops the clock of all pages of a tab from the start, so that only the test advances timers. Idle callbacks and
 * animation frames stop as well.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = new Date();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(new Date(now.getTime() + 1_000));
}

/** A unique address in mixed case, as people type it. */
export function anEmail(name = "Ann"): string {
  return `${name}.${randomUUID().slice(0, 8)}@Example.com`;
}
