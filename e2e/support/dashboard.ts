import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openSignedIn } from "./owner.ts";
import { expect } from "./test.ts";

/** The parts of the dashboard. */
export type Dashboard = {
  tab: (name: "Overview" | "Subscribers" | "Settings") => Locator;
  /** The number under a heading of the overview. */
  figure: (term: string) => Locator;
  recent: Locator;
  list: Locator;
  /** Rows of the list, without the row of column headers. */
  rows: Locator;
  exporting: Locator;
  question: Locator;
  live: Locator;
};

/** Opens the dashboard of a signed-in owner, and waits until it receives live updates. */
export async function openDashboard(page: Page): Promise<Dashboard> {
  await openSignedIn(page);
  const dashboard = dashboardOn(page);
  await expect(dashboard.live).toHaveText("Live");
  return dashboard;
}

/** Opens the dashboard in another window of a signed-in browser, which shares the session. */
export async function openSecondDashboard(page: Page): Promise<Dashboard> {
  await page.goto("/admin");
  const dashboard = dashboardOn(page);
  await expect(dashboard.live).toHaveText("Live");
  return dashboard;
}

function dashboardOn(page: Page): Dashboard {
  const list = page.getByRole("table", { name: /^Subscribers/ });
  return {
    tab: (name) => page.getByRole("tab", { name: new RegExp(`^${name}`) }),
    figure: (term) => page.getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd[1]"),
    recent: page.getByRole("region", { name: "Recent Subscribers" }),
    list,
    rows: list.getByRole("row").filter({ has: page.getByRole("cell") }),
    exporting: page.getByRole("region", { name: "Export" }),
    question: page.getByRole("dialog"),
    live: page.getByRole("status").filter({ hasText: /Live|Reconnecting|Connecting/ }),
  };
}

/** Clicks a button and reads the file that the browser downloads. */
export async function download(page: Page, name: string): Promise<{ fileName: string; text: string }> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const file = await saved;
  return { fileName: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
