import type { Page } from "@playwright/test";
import { ADMIN_PASSWORD } from "../../support/gateway.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import { never, type Screen } from "../state.ts";

const TOKEN = "**/auth/v1/token*";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Opens the login, types a password and sends it off. */
async function logIn(page: Page, password: string): Promise<void> {
  await open(page, "/admin");
  await page.getByPlaceholder("Enter admin password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

async function askForLetter(page: Page): Promise<void> {
  await open(page, "/admin");
  await page.getByRole("button", { name: "Forgot password?" }).click();
  await expect(title(page, "Forgot your password?")).toBeVisible();
}

/** An authenticator app that the owner has set up, in the words of the auth service. */
const FACTOR = {
  id: "5f1c8a52-6f5b-4a49-9a35-0d2f3a6f7b11",
  friendly_name: "Authenticator app",
  factor_type: "totp",
  status: "verified",
  created_at: "2026-03-09T10:00:00Z",
  updated_at: "2026-03-09T10:00:00Z",
};

/** The owner's desk before the dashboard. */
export const DOOR: Screen = {
  name: "Admin, signing in",
  states: [
    {
      name: "loading",
      withoutAxe: "it lasts a moment, and its heading comes with what it waits for",
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
        await expect(title(page, "Admin Access")).toBeVisible();
      },
    },
    {
      name: "verifying",
      async arrange({ page }) {
        await page.route(TOKEN, never);
        await logIn(page, "any at all");
        await expect(page.getByRole("button", { name: "Verifying..." })).toBeVisible();
      },
    },
    {
      name: "a wrong password",
      async arrange({ page }) {
        await logIn(page, "not this one");
        await expect(page.getByRole("alert")).toHaveText("Invalid password");
      },
    },
    {
      name: "second step",
      async arrange({ page }) {
        await page.route(TOKEN, async (route) => {
          const response = await route.fetch();
          const session = await response.json();
          session.user.factors = [FACTOR];
          await route.fulfill({ response, json: session });
        });
        await logIn(page, ADMIN_PASSWORD);
        await expect(title(page, "Enter the code")).toBeVisible();
      },
    },
    { name: "forgotten password", arrange: ({ page }) => askForLetter(page) },
    {
      name: "forgotten password, letter sent",
      async arrange({ page }) {
        await page.route("**/auth/v1/recover*", (route) => route.fulfill({ json: {} }));
        await askForLetter(page);
        await page.getByRole("button", { name: "Send the letter" }).click();
        await expect(page.getByText("the letter is on its way")).toBeVisible();
      },
    },
    {
      name: "a link that no longer works",
      async arrange({ page }) {
        await page.goto("/admin?token_hash=used-already&type=recovery");
        await expect(title(page, "This link no longer works")).toBeVisible();
      },
    },
  ],
};
