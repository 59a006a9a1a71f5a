import type { Page } from "@playwright/test";
import { fillDialog, type SignUp } from "../../support/email-dialog.ts";
import { expect } from "../../support/test.ts";
import { open, stopClock } from "../../support/visitor.ts";
import { never, type Screen, type State } from "../state.ts";

const LIST = /\/mailing-list\/subscribe\/post-json/;
const FAN: SignUp = { first: "Ann", last: "O’Neill-Łuka", email: "ann@example.com" };

/** Scrolls down to the introduction, which lets the pictures of the rows below it load. */
export async function showRows(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Read the story" }).scrollIntoViewIfNeeded();
  await expect(page.locator(".welcome-bill")).toHaveAttribute("data-in-view");
  await page.evaluate(() => scrollTo(0, 0));
}

/** The pictures change on desktop only, and not with reduced motion. */
function heroPicture(at: number, words: RegExp): State {
  return {
    name: `picture ${at + 1}`,
    widths: [1440, 2560],
    withoutAxe: "axe waits for timers, which are stopped here; accessibility.spec.ts checks while they run",
    async arrange({ page }) {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await stopClock(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await open(page, "/");
      await expect(page.getByRole("button", { name: "Keep this picture" })).toBeVisible();
      await showRows(page);
      await page.clock.runFor(15_000 * at);
      await expect(page.getByRole("img", { name: words })).toBeVisible();
    },
  };
}

/** The dialog after Join, with a stubbed response of the mailing list service. */
function dialogAfter(name: string, response: { result: string; msg: string }, shown: RegExp): State {
  return {
    name,
    async arrange({ page }) {
      await page.route(LIST, (route) => {
        const callback = new URL(route.request().url()).searchParams.get("c");
        return route.fulfill({
          body: `${callback}(${JSON.stringify(response)})`,
          contentType: "application/javascript",
        });
      });
      await open(page, "/");
      const { join, window } = await fillDialog(page, FAN);
      await join.click();
      await expect(window).toContainText(shown);
    },
  };
}

/** Home and its sign-up dialog. */
export const HOME: Screen = {
  name: "Home",
  states: [
    {
      name: "as it opens",
      isMain: true,
      async arrange({ page }) {
        await open(page, "/");
        await showRows(page);
      },
    },
    heroPicture(1, /^Blue hour on the lake/),
    heroPicture(2, /^A storm clears/),
    {
      name: "dialog, empty",
      async arrange({ page }) {
        await open(page, "/");
        await page.getByRole("button", { name: "Join the email list" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "dialog, filled in",
      async arrange({ page }) {
        await open(page, "/");
        await fillDialog(page, FAN);
      },
    },
    {
      name: "dialog, sending",
      async arrange({ page }) {
        await page.route(LIST, never);
        await open(page, "/");
        const { join } = await fillDialog(page, FAN);
        await join.click();
        await expect(join).toHaveText("Joining...");
      },
    },
    dialogAfter("dialog, error", { result: "error", msg: "Email already subscribed" }, /already subscribed/),
    dialogAfter(
      "dialog, success",
      { result: "success", msg: "If the address needs confirming, there is an email waiting for you." },
      /Success!/,
    ),
  ],
};
