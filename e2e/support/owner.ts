import type { APIRequestContext, Page } from "@playwright/test";
import { ADMIN_PASSWORD } from "./gateway.ts";
import { expect } from "./test.ts";

/** Signs the owner in through the login on this page; resolves when the dashboard shows. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await logIn(page);
  await untilDashboardShows(page);
}

/** Types a password into the login that is open, and sends it off. */
export async function logIn(page: Page, password = ADMIN_PASSWORD): Promise<void> {
  await page.getByPlaceholder("Enter admin password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Logs out of the dashboard that is open, and says so when it asks. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
}

/** A new session of the owner, as the auth service's own clients keep it. */
export async function ownerSession(request: APIRequestContext): Promise<{ access_token: string; user: object }> {
  const config = await (await request.get("/config.json")).json();
  const answer = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: config.database.anonKey },
    data: { email: config.admin.email, password: ADMIN_PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/**
 * Opens the dashboard with a session of its own that this tab keeps, as after a reload; resolves when it shows.
 * Quicker than the login, which waits 500 ms, for tests of what comes after it.
 */
export async function openSignedIn(page: Page): Promise<void> {
  const session = await ownerSession(page.request);
  // A page of the site that runs no script: a tab keeps things for each origin.
  await page.goto("/robots.txt");
  await page.evaluate((kept) => {
    sessionStorage.setItem("porchlight-auth", kept);
    sessionStorage.setItem("admin-authenticated", "true");
  }, JSON.stringify(session));
  await page.goto("/admin");
  await untilDashboardShows(page);
}

async function untilDashboardShows(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}
