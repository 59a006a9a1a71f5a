import type { Page } from "@playwright/test";
import { openDashboard } from "./support/dashboard.ts";
import { expect, test } from "./support/test.ts";
import { heading, open } from "./support/visitor.ts";

// docs/product.md §2 Admin, Visits. This file has its own gateway, because every journey counts as a visit.
test.use({ gatewayOf: "visits", reducedMotion: "reduce" });

/** Time until the site sends collected events, in milliseconds. Source: site/src/api/analytics.ts. */
const SEND_AFTER_MS = 2_000;

/** Collects the paths of page views that the gateway accepts from now on. */
async function recordViews(page: Page): Promise<string[]> {
  const sent: string[] = [];
  await page.clock.install();
  page.on("response", (response) => {
    if (!response.url().endsWith("/analytics/events") || response.status() !== 204) return;
    const { events } = response.request().postDataJSON() as { events: { params: { page_path: string } }[] };
    sent.push(...events.map(({ params }) => params.page_path));
  });
  return sent;
}

/** Advances the clock until the page has sent exactly these views. */
async function untilSent(page: Page, sent: string[], views: string[]): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(SEND_AFTER_MS);
    expect(sent).toEqual(views);
  }).toPass();
}

const visits = (page: Page) => page.getByRole("region", { name: "Visits" });
const mostSeen = (page: Page) => visits(page).getByRole("list", { name: "Most seen" }).getByRole("listitem");

test("the owner sees the screens that a visitor viewed", async ({ page, context }) => {
  const sent = await recordViews(page);
  await open(page, "/");
  await page.getByRole("link", { name: "Read the story" }).click();
  await expect(heading(page, "About")).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).click();
  await expect(heading(page, "Terms of Service")).toBeVisible();
  await untilSent(page, sent, ["/", "/about", "/terms"]);

  const dashboard = await context.newPage();
  await openDashboard(dashboard);
  await expect(mostSeen(dashboard)).toContainText(["Home 1", "About 1", "Terms of Service 1"]);
  await visits(dashboard).getByText("Show as a table").click();
  const today = visits(dashboard).getByRole("row").nth(1).getByRole("cell").last();
  await expect(today).toHaveText(/^[1-9]\d*$/);
});
