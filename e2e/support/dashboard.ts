import type { Locator, Page } from "@playwright/test";
import { openSignedIn } from "./owner.ts";
import { expect } from "./test.ts";

/** What the owner finds on the dashboard, by its words. */
export type Dashboard = {
  tab: (name: "Overview" | "Subscribers" | "Settings") => Locator;
  /** The number under a heading of the overview. */
  figure: (term: string) => Locator;
  recent: Locator;
  list: Locator;
  /** Rows of the list without its head. */
  rows: Locator;
  exporting: Locator;
  question: Locator;
  live: Locator;
};

/** Opens the dashboard of an owner who is signed in, and waits until it hears of changes. */
export async function openDashboard(page: Page): Promise<Dashboard> {
  await openSignedIn(page);
  const dashboard = dashboardOn(page);
  await expect(dashboard.live).toHaveText("Live");
  return dashboard;
}

/** Opens another window of a browser that is signed in: it takes the sign-in over. */
export async function openSecondDashboard(page: Page): Promise<Dashboard> {
  await page.goto("/admin");
  const dashboard = dashboardOn(page);
  await expect(dashboard.live).toHaveText("Live");
  return dashboard;
}

/** Finds the parts of the dashboard on a page. */
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
