import type { Page } from "@playwright/test";
import { addAuthenticator, restoreOwner } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { FACTOR, IDENTITY } from "../dashboard-history.ts";
import type { Screen } from "../state.ts";
import { openSettings } from "./dashboard.ts";

/** Adds fields to the auth service's response about the owner. */
async function extendOwner(page: Page, more: object): Promise<void> {
  await page.route("**/auth/v1/user", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...more } });
  });
}

/** The owner's account in the settings. */
export const ACCOUNT: Screen = {
  name: "Admin, account",
  states: [
    {
      name: "adding an authenticator app, a wrong code",
      async arrange(visit) {
        const { page } = visit;
        await openSettings(visit);
        await addAuthenticator(page);
        await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
        await page.getByLabel("Code that the app shows now").fill("000000");
        await page.getByRole("button", { name: "Verify" }).click();
        await expect(page.getByRole("alert")).toContainText("That code is not right");
      },
      undo: ({ gateway }) => restoreOwner(gateway, "factors"),
    },
    {
      name: "a wrong password in the dialog that asks for it again",
      async arrange(visit) {
        const { page } = visit;
        // The gateway answers like this if the owner signed in too long ago.
        await page.route("**/auth/v1/factors", (route) =>
          route.fulfill({ status: 400, json: { error_code: "reauthentication_needed", msg: "Once more" } }),
        );
        await openSettings(visit);
        await page.getByRole("button", { name: "Add an authenticator app" }).click();
        await page.getByRole("button", { name: "Continue" }).click();
        const dialog = page.getByRole("dialog", { name: "Your password, once more" });
        const field = dialog.getByLabel("Current password");
        await expect(field).toBeFocused();
        await field.fill("not the present one");
        await dialog.getByRole("button", { name: "Continue" }).click();
        await expect(dialog.getByRole("alert")).toContainText("The current password is not right.");
      },
    },
    {
      name: "with an authenticator app",
      async arrange(visit) {
        const { page } = visit;
        await extendOwner(page, { factors: [FACTOR] });
        await openSettings(visit);
        await expect(page.getByRole("button", { name: "Remove Authenticator app" })).toBeVisible();
      },
    },
    {
      name: "with a linked Google account",
      async arrange(visit) {
        const { page } = visit;
        await page.route("**/auth/v1/settings", (route) => route.fulfill({ json: { external: { google: true } } }));
        await extendOwner(page, { identities: [IDENTITY] });
        await openSettings(visit);
        await expect(page.getByRole("button", { name: "Unlink Google" })).toBeVisible();
      },
    },
  ],
};
