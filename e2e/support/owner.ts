import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { COMPILE_CACHE } from "@porchlight/fixtures/prepared-pictures.ts";
import { Secret, TOTP } from "otpauth";
import { ADMIN_PASSWORD, type RunningGateway } from "./gateway.ts";
import { expect } from "./test.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Signs the owner in by the login form; resolves when the dashboard shows. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await logIn(page);
  await untilDashboardShows(page);
}

/** Submits a password in the open login form. */
export async function logIn(page: Page, password = ADMIN_PASSWORD): Promise<void> {
  await page.getByPlaceholder("Enter admin password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Logs out of the open dashboard and confirms. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
}

/** Creates a session of the owner, as the auth service sends it to its clients. */
export async function ownerSession(request: APIRequestContext): Promise<{ access_token: string; user: object }> {
  const config = await (await request.get("/config.json")).json();
  const response = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: config.database.anonKey },
    data: { email: config.admin.email, password: ADMIN_PASSWORD },
  });
  expect(response.status()).toBe(200);
  return response.json();
}

/**
 * Opens the dashboard with a new session stored in this tab, as after a reload; resolves when it shows. It is quicker
 * than the login form, which waits 500 ms.
 */
export async function openSignedIn(page: Page): Promise<void> {
  const session = await ownerSession(page.request);
  // Storage belongs to an origin. This address of the site has it, and runs no script.
  await page.goto("/robots.txt");
  await page.evaluate((stored) => {
    sessionStorage.setItem("porchlight-auth", stored);
    sessionStorage.setItem("admin-authenticated", "true");
  }, JSON.stringify(session));
  await page.goto("/admin");
  await untilDashboardShows(page);
}

async function untilDashboardShows(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}

/**
 * Restores the owner's password, or removes authenticators, with the owner's own command. Call it at the end of a test
 * that changed them. If the test fails earlier, Playwright discards the worker and its gateway.
 */
export function restoreOwner({ dataDir }: RunningGateway, what: "password" | "factors"): void {
  const command = what === "password" ? "set-password" : "remove-factors";
  execFileSync(process.execPath, [resolve(ROOT, "gateway/src/commands/admin.ts"), command], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: "owner@example.com",
    },
    input: what === "password" ? `${ADMIN_PASSWORD}\n` : "\n",
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/**
 * Computes the code that an authenticator app shows.
 *
 * @param later number of steps of 30 s from now. The gateway accepts each code once, and one step early.
 */
export function codeFrom(secret: string, later = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + later * 30_000 });
}

/** Adds an authenticator app in the open Settings tab. @returns its secret */
export async function addAuthenticator(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = await page.locator("code", { hasText: /^[A-Z2-7 ]{16,}$/ }).textContent();
  return (secret ?? "").replaceAll(" ", "");
}
