import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";
import { open } from "./visitor.ts";

/** The newsletter block of the footer. */
type FooterForm = {
  field: Locator;
  /** Reads "Join", or "Joining..." while busy. */
  button: Locator;
  error: Locator;
  thanks: Locator;
  /** The line under the thank-you. */
  status: Locator;
};

export function footerForm(page: Page): FooterForm {
  const block = page.getByRole("region", { name: "Stay Connected" });
  return {
    field: block.getByRole("textbox", { name: "Email" }),
    button: block.getByRole("button", { name: /^Join/ }),
    error: block.getByRole("alert"),
    thanks: block.getByText("Thank you! If the address needs confirming, there is an email waiting for you."),
    status: block.getByRole("status"),
  };
}

/** Signs up a new fan in the footer. */
export async function joinByFooter(page: Page, email: string): Promise<void> {
  await open(page, "/#/about");
  const { field, button, thanks } = footerForm(page);
  await field.fill(email);
  await button.click();
  await expect(thanks).toBeVisible();
}

/** Resolves with the status of the next sign-up response. Call it before the click. */
export async function nextSignUpStatus(page: Page): Promise<number> {
  return (await page.waitForResponse(/\/rest\/v1\/newsletter_subscribers/)).status();
}
