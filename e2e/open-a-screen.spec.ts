import type { Page } from "@playwright/test";
import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { expect, test } from "./support/test.ts";
import { fontsReady, heading, open, SCREENS } from "./support/visitor.ts";
import { bill, sum, weigh } from "./support/weigh.ts";

// docs/product.md §2, Routes and Layout, and §9: each screen in a new browser, as a prerendered page and a hash route.
test.use({ reducedMotion: "reduce" });

declare global {
  interface Window {
    /** Screens that were visible in at least one frame, in order. */
    screensSeen: string[];
  }
}

for (const { name, path, route, heading: words } of SCREENS) {
  // The noise fixture fails these if React cannot hydrate the prerendered page.
  test(`${name} hydrates its prerendered page without a layout shift, with few fonts and a valid outline`, async ({
    page,
    gateway,
    noise,
  }) => {
    if (name === "not-found") noise.provoke(/status of 404/);
    const requestedFonts = new Set<string>();
    page.on("request", (request) => {
      if (request.resourceType() === "font") requestedFonts.add(new URL(request.url()).pathname);
    });
    await open(page, path);
    await expect(heading(page, words)).toBeVisible();
    await fontsReady(page);
    const fonts = await Promise.all([...requestedFonts].map((font) => weigh(gateway.url, font)));
    expect(fonts.length).toBeGreaterThan(0);
    expect(sum(fonts), bill(fonts)).toBeLessThanOrEqual(BUDGETS.fonts);
    expect(await layoutShifts(page)).toEqual([]);

    const levels = await page
      .getByRole("heading")
      .evaluateAll((headings) => headings.map((each) => Number(each.tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    for (const landmark of ["banner", "main"] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(1);

    // An unknown address stays as it is.
    if (name !== "not-found") await expect(page).toHaveURL(path === "/" ? "/" : route);
  });
}

for (const { name, route, heading: words, title } of SCREENS) {
  const isHome = name === "home";
  const parts = `${isHome ? "without" : "with"} footer and background picture`;

  test(`${name} opens as a hash route and shows no other screen for even one frame, ${parts}`, async ({ page }) => {
    await recordScreens(page);
    await open(page, route);
    await expect(heading(page, words)).toBeVisible();
    expect(await screensSeen(page)).toEqual([name]);
    await fontsReady(page);
    expect(await layoutShifts(page)).toEqual([]);
    await expect(page).toHaveTitle(title);
    await expect(page).toHaveURL(route);

    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toHaveCount(isHome ? 0 : 1);
    // The background picture is decorative and has no alternative text.
    await expect(page.locator('img[src*="/optimized/background-"]')).toHaveCount(isHome ? 0 : 1);
  });
}

test("a route that changes during hydration is shown", async ({ page }) => {
  const taken = Promise.withResolvers<void>();
  await page.route(/\/assets\/home-[^/]+\.js$/, async (route) => {
    await taken.promise;
    await route.continue();
  });
  // The site's script begins by reading the page's data, and reads the address in the same task.
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

test("the shop hydrates its page only after the styles of its windows have loaded", async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/late-shelves-[^/]+\.css$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  // A link is among the page's stylesheets once it has loaded.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const isStyled = [...document.styleSheets].some(({ href }) => href?.includes("/late-shelves-"));
      document.documentElement.dataset.styled ??= String(isStyled);
    }).observe(document, { subtree: true, attributeFilter: ["data-up"] });
  });
  const requested = page.waitForRequest(/\/assets\/late-shelves-/);
  await page.goto("/shop", { waitUntil: "commit" });
  await requested;
  held.resolve();
  await expect(page.locator("html[data-up]")).toHaveAttribute("data-styled", "true");
});

for (const { path, found } of [
  { path: "/shop/lake-effect-tee", found: (page: Page) => page.getByRole("dialog", { name: "Lake Effect tee" }) },
  { path: "/music/lake-effect", found: (page: Page) => page.getByRole("heading", { level: 2, name: "Lake Effect" }) },
]) {
  test(`${path} opens without a layout shift`, async ({ page }) => {
    await open(page, path);
    await expect(found(page)).toBeVisible();
    await fontsReady(page);
    expect(await layoutShifts(page)).toEqual([]);
  });
}

test("without web fonts the artist's name has nearly the same width in a system serif", async ({ page }) => {
  await open(page, "/");
  const { wanted, found } = await page.evaluate(async () => {
    const title = document.querySelector("h1") ?? document.body;
    const { fontFamily } = getComputedStyle(title);
    const canvas = document.createElement("canvas").getContext("2d");
    const widthIn = async (family: string) => {
      // If the system lacks a font, the next family applies.
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

/** Records every visible screen from the first frame on. Call it before opening the page. */
async function recordScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    window.screensSeen = seen;
    // The browser draws right after these callbacks, so this sees every frame.
    const record = () => {
      const main = document.querySelector("main");
      if (main?.checkVisibility({ visibilityProperty: true })) {
        const screen = main.dataset.screen ?? "";
        if (seen.at(-1) !== screen) seen.push(screen);
      }
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
}

/** Reads the screens that were visible so far, after two more frames. */
function screensSeen(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.screensSeen))),
      ),
  );
}

/** Reads the layout shifts since the page was opened. */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found = (list: PerformanceObserverEntryList) =>
          resolve(list.getEntries().map((entry) => JSON.stringify(entry)));
        new PerformanceObserver(found).observe({ type: "layout-shift", buffered: true });
        // Buffered entries arrive within two frames. Without entries the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve([]))));
      }),
  );
}
