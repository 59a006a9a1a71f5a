import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectNothingWrong } from "./support/axe.ts";
import { showsToCome } from "./support/demo-content.ts";
import type { RunningGateway } from "./support/gateway.ts";
import { saveContent } from "./support/own-content.ts";
import { playerOn } from "./support/player.ts";
import { startWithShows } from "./support/shows.ts";
import { test as base, expect } from "./support/test.ts";
import { heading, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Shows.
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    async ({ isHosted: _ }, use) => {
      const gateway = await startWithShows();
      await use(gateway);
      await gateway.stop();
    },
    { scope: "worker" },
  ],
});
test.use({ reducedMotion: "reduce" });

const KINGSTON = { latitude: 44.23, longitude: -76.48 };

test("a visitor finds the next show, sees its state in words, and reads its page", async ({ page }) => {
  await open(page, "/shows");
  const rows = page.getByRole("region", { name: "Coming up" }).getByRole("listitem");
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toContainText("Cancelled");
  for (const state of ["Sold out", "Postponed, new date to follow", "Rescheduled from", "Moved from The Cooperage"]) {
    await expect(rows.filter({ hasText: state })).toHaveCount(1);
  }
  await expect(rows.filter({ hasText: "Sold out" }).getByRole("link", { name: /Tickets/ })).toHaveCount(0);
  await expectNothingWrong(page);
  await rows.getByRole("link", { name: "Lake Effect, the evening" }).click();
  await expect(heading(page, "Lake Effect, the evening")).toBeFocused();
  await expect(page.getByText("Step-free from the street")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Tickets/ })).toHaveAttribute(
    "href",
    "https://tickets.example/kingston",
  );
  await expectNothingWrong(page);
  await page.goBack();
  await expect(heading(page, "Shows")).toBeVisible();
});

test("past shows are listed by year, and a setlist plays in the site's player", async ({ page }) => {
  await open(page, "/shows");
  const past = page.getByRole("region", { name: "Past shows" });
  await expect(past.getByRole("heading", { level: 3 })).toHaveText(["2026", "2025"]);
  await past.getByRole("link", { name: "Steelyard Tavern" }).click();
  const setlist = page.getByRole("region", { name: "Setlist" });
  await expect(setlist.getByRole("listitem")).toHaveCount(4);
  await expect(setlist.getByRole("link", { name: "Toledo, Late" })).toHaveAttribute("href", "/music/eleven-nights");
  await expectNothingWrong(page);
  await setlist.getByRole("button", { name: "Play Toledo, Late" }).click();
  const { bar } = playerOn(page);
  await expect(bar.region).toContainText("Toledo, Late");
  await setlist.getByRole("button", { name: "Pause Toledo, Late" }).click();
  await expect(setlist.getByRole("button", { name: "Play Toledo, Late" })).toBeVisible();
});

test("without script, the list, a show and its setlist are there", async ({ browser, gateway, noise }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  noise.listen(context, gateway.url);
  const page = await context.newPage();
  await page.goto(`${gateway.url}/shows`);
  await page.getByRole("link", { name: "Lake Effect release night" }).click();
  const setlist = page.getByRole("region", { name: "Setlist" });
  await expect(setlist.getByRole("button")).toHaveCount(0);
  await setlist.getByRole("link", { name: "Closing Sun" }).click();
  await expect(page).toHaveURL(`${gateway.url}/music/eleven-nights`);
  await context.close();
});

test("one show, or all shows, can be added to a calendar", async ({ page, request }) => {
  await open(page, "/shows/2047-kingston");
  const one = await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
  const file = await request.get(one ?? "");
  expect(file.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  const text = (await file.text()).replaceAll("\r\n ", "");
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain("DTSTART;TZID=America/Toronto:20470220T200000");
  await open(page, "/shows");
  const all = await page.getByRole("link", { name: "All shows in your calendar" }).getAttribute("href");
  expect((await (await request.get(all ?? "")).text()).match(/BEGIN:VEVENT/g)).toHaveLength(12);
});

test("the nearest show comes first, and no position leaves the browser", async ({ page, context, gateway }) => {
  await context.grantPermissions(["geolocation"], { origin: gateway.url });
  await context.setGeolocation(KINGSTON);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await open(page, "/shows");
  const order = page.getByLabel("Order");
  const first = page.getByRole("region", { name: "Coming up" }).getByRole("listitem").first();
  await expect(first).toContainText("Toronto");
  await order.selectOption("Nearest to me");
  await expect(first).toContainText("Kingston");
  await order.selectOption("Nearest to Halifax, Nova Scotia");
  await expect(first).toContainText("Halifax");
  await expectNothingWrong(page);
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.filter((text) => /44\.2|76\.4|latitude|longitude/.test(text))).toEqual([]);
});

test("an edited show is up to date everywhere at the next load, and a hidden one is shown nowhere", async ({
  page,
  request,
  gateway,
}) => {
  const textOf = async (path: string) => (await (await request.get(path)).text()).replaceAll("\r\n ", "");
  const before = await textOf("/shows/2047-halifax.ics");
  expect(before).toContain("SEQUENCE:0");
  const hidden = "\n  - id: 2047-secret\n    date: 2047-07-01\n    venue: The Hidden Cellar\n    town: Toronto\n";
  const more = `${hidden}    region: Ontario\n    country: CA\n    announce: 2047-06-01 09:00\n`;
  const edited = showsToCome().replace("venue: Sailmakers Hall", "venue: Sailmakers Loft") + more;
  saveContent(gateway, "shows.yaml", edited);
  await open(page, "/shows/2047-halifax");
  await expect(heading(page, "Sailmakers Loft")).toBeVisible();
  const scripts = page.locator('script[type="application/ld+json"]');
  const [event] = (await scripts.allTextContents()).filter((text) => text.includes("MusicEvent"));
  expect(event).toContain("Sailmakers Loft");
  const after = await textOf("/shows/2047-halifax.ics");
  expect(after).toContain("Sailmakers Loft");
  expect(after).toContain("SEQUENCE:1");
  expect(/UID:(.*)/.exec(after)?.[1]).toBe(/UID:(.*)/.exec(before)?.[1]);
  const lists = ["/", "/shows", "/shows.ics", "/shows.atom", "/shows/embed", "/content/shows.json", "/sitemap.xml"];
  for (const path of lists) {
    expect(await textOf(path), path).not.toMatch(/Sailmakers Hall|Hidden Cellar|2047-secret/);
  }
  for (const path of ["/shows/2047-secret", "/shows/2047-secret.ics"]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  saveContent(gateway, "shows.yaml", showsToCome());
});

test("another site shows the next shows in a frame, without script or cookie, and a link opens a page of its own", async ({
  browser,
  gateway,
  noise,
}) => {
  const frame = `<iframe src="${gateway.url}/shows/embed?theme=dark" title="Shows of Harbour Line" width="320" height="560"></iframe>`;
  const venue = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    // The venue isolates its pages, which is as strict as a site can be about frames.
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.end(`<!doctype html><html lang="en"><title>The Rope Walk</title><h1>The Rope Walk</h1>${frame}`);
  });
  await new Promise<void>((resolve) => venue.listen(0, "127.0.0.1", resolve));
  // The cast holds: a server that listens on a port has an address.
  const { port } = venue.address() as AddressInfo;
  const context = await browser.newContext();
  noise.tolerate(new RegExp(`^request to another origin: http://localhost:${port}/`));
  noise.listen(context, gateway.url);
  try {
    const page = await context.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(`http://localhost:${port}`);
    const shows = page.frameLocator("iframe");
    await expect(shows.getByRole("heading", { level: 1 })).toContainText("Harbour Line");
    await expect(shows.getByRole("listitem")).toHaveCount(8);
    await expect(shows.getByRole("link", { name: /^Tickets/ }).first()).toBeVisible();
    expect(requested.filter((url) => url.startsWith(gateway.url))).toEqual([`${gateway.url}/shows/embed?theme=dark`]);
    expect(await context.cookies()).toEqual([]);
    const opened = context.waitForEvent("page");
    await shows.getByRole("link", { name: /^All shows/ }).click();
    await expect(heading(await opened, "Shows")).toBeVisible();
    await expect(page).toHaveURL(`http://localhost:${port}/`);
  } finally {
    await context.close();
    await new Promise((resolve) => venue.close(resolve));
  }
});

for (const theme of ["light", "dark"]) {
  test(`the embedded page is accessible at 280 px, ${theme}`, async ({ page }) => {
    await page.setViewportSize({ width: 280, height: 560 });
    await page.goto(`/shows/embed?theme=${theme}`);
    await expectNothingWrong(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(280);
  });
}
