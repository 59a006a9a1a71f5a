import { openDashboard } from "./support/dashboard.ts";
import { fans, seedSubscribers } from "./support/data-file.ts";
import { expect, test } from "./support/test.ts";

// This list needs its own gateway, because removing so many rows again would take minutes.
test.use({ gatewayOf: "cancel-an-export", reducedMotion: "reduce" });

test("Cancel aborts the download and leaves no file", async ({ page, gateway }) => {
  test.setTimeout(90_000);
  // With so many rows and long names the download is still running when the test presses Cancel.
  const [firstName, lastName] = ["é".repeat(200), "ü".repeat(200)];
  seedSubscribers(
    gateway.dataDir,
    fans(30_000).map((fan) => ({ ...fan, firstName, lastName })),
  );
  const { exporting } = await openDashboard(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download JSON" }).click();
  const file = await saved;
  await exporting.getByRole("button", { name: "Cancel" }).click();
  await expect(exporting).toContainText("The export was cancelled. No file was saved.");
  expect(await file.failure()).not.toBeNull();
  await expect(page.getByRole("button", { name: "Download JSON" })).not.toHaveAttribute("aria-disabled", "true");
});
