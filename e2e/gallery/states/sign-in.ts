import type { Page } from "@playwright/test";
import { logIn, ownerSession } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { heading, open } from "../../support/visitor.ts";
import { FACTOR } from "../dashboard-history.ts";
import { never, type Screen } from "../state.ts";

const TOKEN = "**/auth/v1/token*";

/** Opens the login and submits a password, by default the owner's. */
async function openAndLogIn(page: Page, password?: string): Promise<void> {
  await open(page, "/admin");
  await logIn(page, password);
}

/** Opens the second step of an owner who has an authenticator app. */
async function atSecondStep(page: Page): Promise<void> {
  await page.route(TOKEN, async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    session.user.factors = [FACTOR];
    await route.fulfill({ response, json: session });
  });
  await openAndLogIn(page);
  await expect(heading(page, "Enter the code")).toBeVisible();
}

async function requestEmail(page: Page): Promise<void> {
  await open(page, "/admin");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(heading(page, "Forgot your password?")).toBeVisible();
}

/** Signing in, before the dashboard shows. */
export const SIGN_IN: Screen = {
  name: "Admin, signing in",
  states: [
    {
      name: "loading",
      withoutAxe: "it lasts a moment, and has no heading until the page has loaded the configuration",
      async arrange({ page }) {
        await page.route("**/config.json", never);
        await open(page, "/admin");
        await expect(page.getByText("Loading...")).toBeVisible();
      },
    },
    {
      name: "login",
      async arrange({ page }) {
        await open(page, "/admin");
        await expect(heading(page, "Admin Access")).toBeVisible();
      },
    },
    {
      name: "verifying",
      async arrange({ page }) {
        await page.route(TOKEN, never);
        await openAndLogIn(page, "any at all");
        await expect(page.getByRole("button", { name: "Verifying..." })).toBeVisible();
      },
    },
    {
      name: "a wrong password",
      async arrange({ page }) {
        await openAndLogIn(page, "not this one");
        await expect(page.getByRole("alert")).toHaveText("Invalid password");
      },
    },
    {
      name: "with Google, not linked",
      async arrange({ page }) {
        await page.route("**/auth/v1/settings", (route) => route.fulfill({ json: { external: { google: true } } }));
        await open(page, "/admin?error_code=signup_disabled");
        await expect(page.getByRole("alert")).toContainText("That Google account is not linked to this dashboard.");
        await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
      },
    },
    { name: "second step", arrange: ({ page }) => atSecondStep(page) },
    {
      name: "second step, a wrong code",
      async arrange({ page }) {
        await page.route("**/auth/v1/factors/*/challenge", (route) =>
          route.fulfill({ json: { id: "1", type: "totp", expires_at: 0 } }),
        );
        await page.route("**/auth/v1/factors/*/verify", (route) =>
          route.fulfill({
            status: 422,
            headers: { "X-Supabase-Api-Version": "2024-01-01" },
            json: { code: "mfa_verification_failed", message: "" },
          }),
        );
        await atSecondStep(page);
        await page.getByLabel("Code from Authenticator app").fill("000000");
        await page.getByRole("button", { name: "Verify" }).click();
        await expect(page.getByRole("alert")).toContainText("That code is not right");
      },
    },
    { name: "forgotten password", arrange: ({ page }) => requestEmail(page) },
    {
      name: "forgotten password, email sent",
      async arrange({ page }) {
        await page.route("**/auth/v1/recover*", (route) => route.fulfill({ json: {} }));
        await requestEmail(page);
        await page.getByRole("button", { name: "Send the email" }).click();
        await expect(page.getByText("the email is on its way")).toBeVisible();
      },
    },
    {
      name: "a new password, too short",
      async arrange({ page }) {
        const session = await ownerSession(page.request);
        await page.route("**/auth/v1/verify", (route) => route.fulfill({ json: session }));
        await page.goto("/admin?token_hash=any&type=recovery");
        await page.getByLabel("New password").fill("short");
        await page.getByRole("button", { name: "Set the password" }).click();
        await expect(page.getByRole("alert")).toContainText("at least 12 characters");
      },
    },
    {
      name: "a link that no longer works",
      async arrange({ page }) {
        await page.goto("/admin?token_hash=used-already&type=recovery");
        await expect(heading(page, "This link no longer works")).toBeVisible();
      },
    },
    {
      name: "the dashboard's code did not load",
      async arrange({ page }) {
        await page.route("**/assets/dashboard-*.js", (route) => route.abort("connectionreset"));
        await openAndLogIn(page);
        await expect(heading(page, "This page did not load")).toBeVisible();
      },
    },
  ],
};
