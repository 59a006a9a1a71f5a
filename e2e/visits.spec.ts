import type { Page } from "@playwright/test";
import { expectNothingWrongInBothWindows } from "./support/axe.ts";
import { openDashboard } from "./support/dashboard.ts";
import { expect, test } from "./support/test.ts";
import { interactive, open } from "./support/visitor.ts";

// docs/product.md §2 Admin, Visits. Every journey is a visit; on this gateway there are only those of this file.
test.use({ gatewayOf: "visits", reducedMotion: "reduce" });
// One gateway is enough for both.
test.describe.configure({ mode: "default" });

/** How long events wait for others, in milliseconds. Source: apps/site/src/api/analytics.ts. */
const SEND_AFTER_MS = 2_000;

/** Paths of screens whose views a page has told of and the gateway has taken, from now on. */
async function viewsToldOf(page: Page): Promise<string[]> {
  const told: string[] = [];
  await page.clock.install();
  page.on("response", (response) => {
    if (!response.url().endsWith("/analytics/events") || response.status() !== 204) return;
    const { events } = response.request().postDataJSON() as { events: { params: { page_path: string } }[] };
    told.push(...events.map(({ params }) => params.page_path));
  });
  return told;
}

/** Lets the page's waiting pass until it has told of these views and no others. */
async function untilToldOf(page: Page, told: string[], views: string[]): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(SEND_AFTER_MS);
    expect(told).toEqual(views);
  }).toPass();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const visits = (page: Page) => page.getByRole("region", { name: "Visits" });
const mostSeen = (page: Page) => visits(page).getByRole("list", { name: "Most seen" }).getByRole("listitem");

test("the owner sees the screens that a visitor looked at, and axe finds nothing there", async ({ page, context }) => {
  const told = await viewsToldOf(page);
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(heading(page, "About")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(heading(page, "Terms of Service")).toBeVisible();
  await untilToldOf(page, told, ["/", "/about", "/terms"]);

  const desk = await context.newPage();
  await openDashboard(desk);
  await expect(mostSeen(desk)).toContainText(["Home 1", "About 1", "Terms of Service 1"]);
  await visits(desk).getByText("Show as a table").click();
  const today = visits(desk).getByRole("row").nth(1).getByRole("cell").last();
  await expect(today).toHaveText(/^[1-9]\d*$/);
  await expectNothingWrongInBothWindows(desk);
});

test("neither whoever asks for privacy nor the owner is counted", async ({ page, context }) => {
  const sent: string[] = [];
  context.on("request", (request) => request.url().endsWith("/analytics/events") && sent.push(request.url()));
  const shy = await context.newPage();
  await shy.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await shy.clock.install();
  await open(shy, "/shop");
  await shy.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(shy, "Privacy Policy")).toBeVisible();
  await shy.clock.runFor(2 * SEND_AFTER_MS);
  await shy.goto("/robots.txt");

  const desk = await context.newPage();
  await openDashboard(desk);
  await desk.goto("/shop");
  await interactive(desk);
  await desk.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await expect(heading(desk, "Privacy Policy")).toBeVisible();
  await desk.goto("/robots.txt");
  expect(sent).toEqual([]);

  // Somebody else is, so that there is something to see.
  const told = await viewsToldOf(page);
  await open(page, "/accessibility");
  await untilToldOf(page, told, ["/accessibility"]);
  await openDashboard(desk);
  await expect(mostSeen(desk)).toContainText(["Accessibility Statement"]);
  await expect(mostSeen(desk).filter({ hasText: /Shop|Privacy/ })).toHaveCount(0);
});
