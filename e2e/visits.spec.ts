import type { Page } from "@playwright/test";
import { openDashboard } from "./support/dashboard.ts";
import { expect, test } from "./support/test.ts";
import { heading, open } from "./support/visitor.ts";

// docs/product.md §2 Admin, Visits. Every journey is a visit; on this gateway there are only those of this file.
test.use({ gatewayOf: "visits", reducedMotion: "reduce" });

/** How long events wait for others, in milliseconds. Source: site/src/api/analytics.ts. */
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

const visits = (page: Page) => page.getByRole("region", { name: "Visits" });
const mostSeen = (page: Page) => visits(page).getByRole("list", { name: "Most seen" }).getByRole("listitem");

test("the owner sees the screens that a visitor looked at", async ({ page, context }) => {
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
});
