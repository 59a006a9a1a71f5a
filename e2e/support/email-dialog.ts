import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** What a fan types into the dialog. */
export type SignUp = { first: string; last: string; email: string };

/** The sign-up dialog of Home, and the button that opens it. */
export type EmailDialog = {
  opener: Locator;
  window: Locator;
  heading: Locator;
  first: Locator;
  last: Locator;
  email: Locator;
  /** Reads "Join", or "Joining..." while busy. */
  join: Locator;
  close: Locator;
  error: Locator;
  /** The line under the heading: an invitation, then the message of the mailing list service. */
  words: Locator;
};

export function emailDialog(page: Page): EmailDialog {
  const window = page.getByRole("dialog");
  const field = (name: string) => window.getByRole("textbox", { name });
  return {
    opener: page.getByRole("button", { name: "Join the email list" }),
    window,
    heading: window.getByRole("heading"),
    first: field("First name"),
    last: field("Last name"),
    email: field("Email"),
    join: window.getByRole("button", { name: /^Join/ }),
    close: window.getByRole("button", { name: "Close" }),
    error: window.getByRole("alert"),
    words: window.getByRole("status"),
  };
}

/** Opens the dialog by its button and fills in all three fields. */
export async function fillDialog(page: Page, { first, last, email }: SignUp): Promise<EmailDialog> {
  const dialog = emailDialog(page);
  await dialog.opener.click();
  await dialog.first.fill(first);
  await dialog.last.fill(last);
  await dialog.email.fill(email);
  return dialog;
}

/** Reads the three fields, even if the dialog is closed. */
export function typedIn(page: Page): Promise<string[]> {
  return page.locator("dialog input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
}

/** Expects that the fields still hold what the fan typed. */
export async function expectTyped({ first, last, email }: EmailDialog, typed: SignUp): Promise<void> {
  await expect(first).toHaveValue(typed.first);
  await expect(last).toHaveValue(typed.last);
  await expect(email).toHaveValue(typed.email);
}

/** Ways for a fan with a touch screen to open the dialog and join, and to close it after the thank-you. */
export const WAYS_TO_JOIN = [
  {
    by: "mouse",
    join: async (page: Page, fan: SignUp) => (await fillDialog(page, fan)).join.click(),
    close: ({ close }: EmailDialog) => close.click(),
  },
  {
    by: "touch",
    join: async (page: Page, fan: SignUp) => {
      const { opener, first, last, email, join } = emailDialog(page);
      await opener.tap();
      for (const [field, text] of [
        [first, fan.first],
        [last, fan.last],
        [email, fan.email],
      ] as const) {
        await field.tap();
        await page.keyboard.insertText(text);
      }
      await join.tap();
    },
    close: ({ close }: EmailDialog) => close.tap(),
  },
  {
    by: "keyboard",
    join: async (page: Page, fan: SignUp) => {
      const { opener, heading, window } = emailDialog(page);
      // go-by-keyboard.spec.ts checks the way to this button.
      await opener.focus();
      await page.keyboard.press("Enter");
      await expect(window).toBeVisible();
      // With a touch screen the first field does not take the focus, so that no keyboard covers the dialog.
      await expect(heading).toBeFocused();
      for (const text of [fan.first, fan.last, fan.email]) {
        await page.keyboard.press("Tab");
        await page.keyboard.insertText(text);
      }
      // Close comes before Join.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
    },
    close: async (_: EmailDialog, page: Page) => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    },
  },
];
