import type { Page } from "@playwright/test";
import { BUDGETS } from "@porchlight/fixtures/budgets.ts";
import { playerOn } from "./support/player.ts";
import { expect, test } from "./support/test.ts";
import { interactive, SCREENS, stopClock } from "./support/visitor.ts";
import { bill, sum, type Weighed, weigh } from "./support/weigh.ts";

/** These pages hold what is sold and what was released, and so have no bound of their own: these are for the demo's. */
const LONGER_HTML: Partial<Record<string, number>> = { "/shop": 18_000, "/music": 16_500 };

/** Files that a page's HTML names as needed for itself: its scripts, which it asks for after the first paint. */
function namedIn(html: string): string[] {
  // Its stylesheet stands in the page; the sheets named there are disabled and never fetched.
  expect(html.match(/<link rel="stylesheet"(?![^>]* disabled)/g)).toBeNull();
  return [...new Set(html.match(/\/assets\/[\w.-]+\.js\b/g))];
}

/** Scripts that a built script imports statically, as paths. */
function importedBy(script: Weighed): string[] {
  const names = script.body.toString().matchAll(/(?:import|from)\s*["']\.\/([^"']+)["']/g);
  return [...names].map(([, name]) => `/assets/${name}`);
}

/** A page with everything that it needs to be usable, each file once. */
async function weighPage(origin: string, path: string): Promise<Weighed[]> {
  const page = await weigh(origin, path);
  const weighed = new Map([[path, page]]);
  const waiting = namedIn(page.body.toString());
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (weighed.has(next)) continue;
    const file = await weigh(origin, next);
    weighed.set(next, file);
    if (next.endsWith(".js")) waiting.push(...importedBy(file));
  }
  return [...weighed.values()];
}

/** Scripts that a window asks for from now on and that Home does not need, as paths. */
async function scriptsBeyondHome(page: Page, origin: string): Promise<Set<string>> {
  const home = new Set((await weighPage(origin, "/")).map((file) => file.path));
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js") && !home.has(pathname)) asked.add(pathname);
  });
  return asked;
}

test("Home is usable after 80 kB", async ({ gateway }) => {
  const files = await weighPage(gateway.url, "/");
  expect(files.filter((file) => file.path.endsWith(".js")).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.encoding !== "br").map((file) => file.path)).toEqual([]);
  // The page is packed tightly a moment after somebody asked first.
  const weighed = () => weighPage(gateway.url, "/").then(sum);
  await expect.poll(weighed, { message: bill(files) }).toBeLessThanOrEqual(BUDGETS.home);
});

test("the browser asks for the files that were weighed, and no others", async ({ page, gateway }) => {
  const weighed = (await weighPage(gateway.url, "/")).map((file) => file.path);
  const asked = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (["document", "script", "stylesheet", "fetch"].includes(request.resourceType())) asked.add(pathname);
  });
  // With the clock stopped the browser is never idle, so no other screen is fetched ahead.
  await stopClock(page);
  await page.goto("/");
  await interactive(page);
  expect([...asked].sort()).toEqual(weighed.sort());
});

test("each page's HTML fits into the first round trip", async ({ gateway }) => {
  for (const { path } of SCREENS) {
    // As above.
    await expect
      .poll(() => weigh(gateway.url, path).then(({ bytes }) => bytes), { message: path })
      .toBeLessThanOrEqual(LONGER_HTML[path] ?? BUDGETS.html);
  }
});

test("the shop needs at most 45 kB of scripts beyond those of Home, cart included", async ({ page, gateway }) => {
  const asked = await scriptsBeyondHome(page, gateway.url);
  await stopClock(page);
  await page.goto("/#/shop");
  await page.getByRole("link", { name: "Pier tote" }).waitFor();
  const toBrowse = [...asked];
  await page.getByRole("link", { name: "Pier tote" }).click();
  await page.getByRole("button", { name: "Add To Cart" }).click();
  await page.getByRole("button", { name: "Cart, 1 item" }).click();
  await page.getByText("Total: $28.00 CAD").waitFor();
  expect(asked.size).toBeGreaterThan(toBrowse.length);
  const files = await Promise.all([...asked].map((path) => weigh(gateway.url, path)));
  expect(files.length).toBeGreaterThan(1);
  expect(sum(files), bill(files)).toBeLessThanOrEqual(BUDGETS.shopScripts);
});

test("the music needs at most 40 kB of scripts beyond those of Home, player and its bar included", async ({
  page,
  gateway,
}) => {
  const asked = await scriptsBeyondHome(page, gateway.url);
  await stopClock(page);
  await page.goto("/#/music");
  const player = playerOn(page);
  await player.area.play.click();
  await player.area.pause.waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await player.bar.region.waitFor();
  const files = await Promise.all([...asked].map((path) => weigh(gateway.url, path)));
  expect(files.length).toBeGreaterThan(2);
  expect(sum(files), bill(files)).toBeLessThanOrEqual(BUDGETS.musicScripts);
});
