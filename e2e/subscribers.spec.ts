import { openDashboard } from "./support/dashboard.ts";
import { fans, hoursAgo, seedSubscribers, storedSubscribers } from "./support/data-file.ts";
import { expect, test } from "./support/test.ts";
import { PHONE } from "./support/visitor.ts";

test.use({ reducedMotion: "reduce" });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("Cancel leaves a subscriber, Remove removes them and reloads the list", async ({ page, gateway }) => {
    seedSubscribers(gateway.dataDir, fans(3));
    const { tab, rows, question } = await openDashboard(page);
    await tab("Subscribers").click();
    const remove = page.getByRole("button", { name: "Remove fan0002@example.com" });
    await remove.click();
    await expect(
      page.getByRole("dialog", { name: "Are you sure you want to remove fan0002@example.com?" }),
    ).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(remove).toBeFocused();
    expect(storedSubscribers(gateway.dataDir, "fan0002@example.com")).toHaveLength(1);

    await remove.click();
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Subscriber removed successfully")).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expect(tab("Subscribers")).toHaveText("Subscribers (2)");
    await expect(page.getByRole("button", { name: "Remove fan0003@example.com" })).toBeFocused();
    expect(storedSubscribers(gateway.dataDir, "fan0002@example.com")).toEqual([]);
  });

  test("a double tap on Remove only opens the dialog, even if the dialog's button is under the finger", async ({
    page,
    gateway,
  }) => {
    seedSubscribers(gateway.dataDir, fans(20));
    const { tab, rows, question } = await openDashboard(page);
    await tab("Subscribers").click();
    const remove = page.getByRole("button", { name: "Remove fan0008@example.com" });
    await remove.press("Enter");
    const target = await question.getByRole("button", { name: "Remove" }).boundingBox();
    await page.keyboard.press("Escape");
    await remove.evaluate((button, { y }) => scrollBy(0, button.getBoundingClientRect().y - y), target ?? { y: 0 });
    await remove.dblclick();
    await expect(question).toBeVisible();
    await expect(rows).toHaveCount(20);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(storedSubscribers(gateway.dataDir, "fan0008@example.com")).toHaveLength(1);
  });
});

test("pages, order, search and filters work on a few hundred rows", async ({ page, gateway }) => {
  seedSubscribers(gateway.dataDir, [
    ...fans(230),
    { email: "50%_off+deal@example.com", subscribedAt: hoursAgo(500 * 24) },
  ]);
  const { tab, rows, list } = await openDashboard(page);
  await tab("Subscribers").click();
  const first = rows.first().getByRole("cell").first();
  const go = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await expect(first).toHaveText("fan0001@example.com");
  await go("Older");
  await expect(first).toHaveText("fan0051@example.com");
  await go("Older");
  await expect(first).toHaveText("fan0101@example.com");
  await go("Newer");
  await expect(first).toHaveText("fan0051@example.com");
  await go("Oldest");
  await expect(rows.last().getByRole("cell").first()).toHaveText("50%_off+deal@example.com");
  await go("Newest");
  await expect(first).toHaveText("fan0001@example.com");

  await list.getByRole("button", { name: "Email" }).click();
  await expect(list.getByRole("columnheader", { name: "Email" })).toHaveAttribute("aria-sort", "ascending");
  await expect(first).toHaveText("50%_off+deal@example.com");
  await go("Next");
  await expect(first).toHaveText("fan0050@example.com");
  await go("Last");
  await expect(rows.last().getByRole("cell").first()).toHaveText("fan0230@example.com");

  await page.getByLabel("Search addresses").fill("N004");
  await expect(page.getByText("10 subscribers match")).toBeVisible();
  await expect(rows).toHaveCount(10);
  await page.getByLabel("Search addresses").fill("%_off");
  await expect(page.getByText("1 subscriber matches")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Source").selectOption("import:old-list");
  await expect(page.getByText("23 subscribers match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("To", { exact: true }).fill(
    hoursAgo(400 * 24)
      .toISOString()
      .slice(0, 10),
  );
  await expect(page.getByText("1 subscriber matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search addresses").fill("nobody-has-this");
  await expect(page.getByText("No subscriber matches these filters.")).toBeVisible();
});
