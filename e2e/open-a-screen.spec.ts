import type { Page } from "@playwright/test";
import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { expect, test } from "./support/test.ts";
import { heading, open, SCREENS } from "./support/visitor.ts";
import { bill, sum, weigh } from "./support/weigh.ts";

// docs/product.md §2, Routes and Layout, and §9: each screen in a browser that has seen nothing of the site yet, once
// as a finished page, and once under the hash.

declare global {
  interface Window {
    /** Screens that could be seen in at least one frame, in their order. */
    screensSeen: string[];
  }
}

for (const { name, path, route, heading: words } of SCREENS) {
  // The noise fixture fails these when React has to draw anew what the gateway drew.
  test(`${name} takes over its finished page as it is, with few fonts, and in good order`, async ({
    page,
    gateway,
    noise,
  }) => {
    if (name === "not-found") noise.provoke(/status of 404/);
    const fontsAsked = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "font") fontsAsked.add(new URL(request.url()).pathname);
    });
    await open(page, path);
    await expect(heading(page, words)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const fonts = await Promise.all([...fontsAsked].map((font) => weigh(gateway.url, font)));
    expect(fonts.length).toBeGreaterThan(0);
    expect(sum(fonts), bill(fonts)).toBeLessThanOrEqual(BUDGETS.fonts);
    expect(await movesOf(page)).toEqual([]);

    const levels = await page
      .getByRole("heading")
      .evaluateAll((headings) => headings.map((each) => Number(each.tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    for (const landmark of ["banner", "main"] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(1);

    // An address that is not the site's is left as it is.
    if (name !== "not-found") await expect(page).toHaveURL(path === "/" ? "/" : route);
  });
}

for (const { name, route, heading: words, title } of SCREENS) {
  const isHome = name === "home";
  const parts = `${isHome ? "without" : "with"} footer and background picture`;

  test(`${name} opens under the hash without a complaint, with no other in sight for one frame, ${parts}`, async ({
    page,
  }) => {
    await noteScreens(page);
    await open(page, route);
    await expect(heading(page, words)).toBeVisible();
    expect(await screensSeen(page)).toEqual([name]);
    await page.evaluate(() => document.fonts.ready);
    expect(await movesOf(page)).toEqual([]);
    await expect(page).toHaveTitle(title);
    await expect(page).toHaveURL(route);

    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(isHome ? 0 : 1);
    // It only decorates and has no words to be found by.
    await expect(page.locator('img[src*="/optimized/background-"]')).toHaveCount(isHome ? 0 : 1);
  });
}

test("a route that the visitor goes to while the script takes over the page is shown", async ({ page }) => {
  const taken = Promise.withResolvers<void>();
  await page.route(/\/assets\/home-[^/]+\.js$/, async (route) => {
    await taken.promise;
    await route.continue();
  });
  // The script reads the page's data as the first thing it does, and in the same task the address.
  await page.addInitScript(() => {
    const find = document.getElementById.bind(document);
    document.getElementById = (id) => {
      if (id === "page-data") document.documentElement.dataset.begun = "";
      return find(id);
    };
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("html[data-begun]")).toBeAttached();
  await page.evaluate(() => {
    location.hash = "#/music";
  });
  taken.resolve();
  await expect(heading(page, "Music")).toBeVisible();
  await expect(page).toHaveTitle("Music · Harbour Line");
});

for (const { path, found } of [
  { path: "/shop/lake-effect-tee", found: (page: Page) => page.getByRole("dialog", { name: "Lake Effect tee" }) },
  { path: "/music/lake-effect", found: (page: Page) => page.getByRole("heading", { level: 2, name: "Lake Effect" }) },
]) {
  test(`nothing moves where ${path} opens, from its first paint on`, async ({ page }) => {
    await open(page, path);
    await expect(found(page)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await movesOf(page)).toEqual([]);
  });
}

test("where the fonts do not come, the poster's name stands in a serif of the system's at its own width", async ({
  page,
}) => {
  await open(page, "/");
  const { wanted, found } = await page.evaluate(async () => {
    const title = document.querySelector("h1") ?? document.body;
    const { fontFamily } = getComputedStyle(title);
    const canvas = document.createElement("canvas").getContext("2d");
    const widthIn = async (family: string) => {
      // What the system has not got is no reason to give up: the next family has its turn.
      await document.fonts.load(`600 100px ${family}`).catch(() => undefined);
      if (canvas) canvas.font = `600 100px ${family}`;
      return canvas?.measureText(title.textContent).width ?? 0;
    };
    const serifs = ["Georgia", "Gelasio", "Noto Serif", "Liberation Serif", "Times New Roman"];
    const source = serifs.map((name) => `local("${name} Bold")`).join();
    const hasSerif = await new FontFace("Of the system", source).load().catch(() => undefined);
    const wanted = await widthIn(fontFamily);
    return { wanted, found: hasSerif ? await widthIn(fontFamily.replace("Besley, ", "")) : wanted };
  });
  expect(Math.abs(found / wanted - 1), `${found} for ${wanted} px`).toBeLessThan(0.03);
});

/** Notes every screen that is on view, from the page's first frame on. Call it before the page is opened. */
async function noteScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.screensSeen = seen;
    // Frames are drawn right after these callbacks, so this is what was on the screen, frame by frame.
    const look = () => {
      const main = document.querySelector("main");
      if (main?.checkVisibility({ visibilityProperty: true })) {
        const screen = main.dataset.screen ?? "";
        if (seen.at(-1) !== screen) seen.push(screen);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The screens that were on view so far. Two more frames are let pass, so that the last has been seen as well. */
function screensSeen(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.screensSeen))),
      ),
  );
}

/** What has moved on a page by itself since it was opened. */
function movesOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found = (list: PerformanceObserverEntryList) =>
          resolve(list.getEntries().map((entry) => JSON.stringify(entry)));
        new PerformanceObserver(found).observe({ type: "layout-shift", buffered: true });
        // What was observed before is told before the next frame but one; if nothing was, nothing is told.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve([]))));
      }),
  );
}
