import type { Page } from "@playwright/test";
import { ADMIN_PASSWORD } from "./gateway.ts";
import { expect } from "./test.ts";

/** Signs the owner in through the login on this page; resolves when the dashboard shows. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByPlaceholder("Enter admin password").fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await untilDashboardShows(page);
}

/**
 * Opens the dashboard with a session of its own that this tab keeps, as after a reload; resolves when it shows.
 * Quicker than the login, which waits 500 ms, for tests of what comes after it.
 */
export async function openSignedIn(page: Page): Promise<void> {
  const config = await (await page.request.get("/config.json")).json();
  const answer = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: config.database.anonKey },
    data: { email: config.admin.email, password: ADMIN_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  // A page of the site that runs no script: a tab keeps things for each origin.
  await page.goto("/robots.txt");
  await page.evaluate(
    (session) => {
      sessionStorage.setItem("porchlight-auth", session);
      sessionStorage.setItem("admin-authenticated", "true");
    },
    await answer.text(),
  );
  await page.goto("/admin");
  await untilDashboardShows(page);
}

async function untilDashboardShows(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}
