import { download } from "../../support/dashboard.ts";
import { changeDataFile, seedSubscribers } from "../../support/data-file.ts";
import { openSignedIn } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import type { Screen, Visit } from "../state.ts";

/** Opens the unsubscribe page by a fan's own link. */
async function openUnsubscribePage({ page, gateway }: Visit): Promise<void> {
  seedSubscribers(gateway.dataDir, [{ email: "ann@example.com" }]);
  await openSignedIn(page);
  const { text } = await download(page, "Download JSON");
  await page.goto(/https?:[^"]+\/unsubscribe\?t=[^"]+/.exec(text)?.[0] ?? "");
  await expect(page.getByRole("button", { name: "Leave the list" })).toBeVisible();
}

/** The pages for unsubscribing from the newsletter. */
export const UNSUBSCRIBING: Screen = {
  name: "Unsubscribing",
  states: [
    { name: "question", arrange: openUnsubscribePage },
    {
      name: "done",
      async arrange({ page }) {
        await page.goto("/unsubscribe/done");
        await expect(page.getByRole("heading", { name: "You have left the list" })).toBeVisible();
      },
    },
    {
      name: "nothing could be stored",
      async arrange(visit) {
        const { page, gateway, gatewayWillLog } = visit;
        await openUnsubscribePage(visit);
        changeDataFile(
          gateway.dataDir,
          `CREATE TRIGGER refuse_to_store BEFORE UPDATE ON newsletter_subscribers
           BEGIN SELECT RAISE(ABORT, 'nothing can be stored'); END`,
        );
        gatewayWillLog(/unsubscribing failed/);
        await page.getByRole("button", { name: "Leave the list" }).click();
        await expect(page.getByRole("heading", { name: "That did not work" })).toBeVisible();
      },
      undo: ({ gateway }) => changeDataFile(gateway.dataDir, "DROP TRIGGER refuse_to_store"),
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
