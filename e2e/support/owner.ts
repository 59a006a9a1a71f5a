import type { Page } from "@playwright/test";
import { ADMIN_PASSWORD } from "./gateway.ts";
import { expect } from "./test.ts";

/** Signs the owner in on this page; resolves when the dashboard shows. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByPlaceholder("Enter admin password").fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
}
