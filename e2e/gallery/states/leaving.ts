import { download } from "../../support/download.ts";
import { openSignedIn } from "../../support/owner.ts";
import { seedSubscribers } from "../../support/seed-subscribers.ts";
import { expect } from "../../support/test.ts";
import type { Screen } from "../state.ts";

/** The pages by which a fan leaves the list. */
export const LEAVING: Screen = {
  name: "Leaving the list",
  states: [
    {
      name: "question",
      async arrange({ page, gateway }) {
        seedSubscribers(gateway.dataDir, [{ email: "ann@example.com" }]);
        await openSignedIn(page);
        const { text } = await download(page, "Download JSON");
        await page.goto(/https?:[^"]+\/unsubscribe\?t=[^"]+/.exec(text)?.[0] ?? "");
        await expect(page.getByRole("button", { name: "Leave the list" })).toBeVisible();
      },
    },
    {
      name: "done",
      async arrange({ page }) {
        await page.goto("/unsubscribe/done");
        await expect(page.getByRole("heading", { name: "You have left the list" })).toBeVisible();
      },
    },
    {
      name: "a link that is not whole",
      async arrange({ page }) {
        await page.goto("/unsubscribe?t=cut-off");
        await expect(page.getByRole("heading", { name: "This link is not whole" })).toBeVisible();
      },
    },
  ],
};
