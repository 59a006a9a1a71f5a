import { addToCart, cartButton } from "./support/shop.ts";
import { test as base, expect } from "./support/test.ts";
import { open } from "./support/visitor.ts";

// A narrow window on a desktop: its scrollbar takes space from the page, unlike a phone's.

const test = base.extend<object, { launchOptions: { ignoreDefaultArgs?: string[] } }>({
  // A headless browser draws no scrollbar.
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] }),
    { scope: "worker" },
  ],
});
test.use({ reducedMotion: "reduce", viewport: { width: 360, height: 740 } });

test("the platforms' icons are in one row, each large enough for a thumb", async ({ page }) => {
  for (const path of ["/", "/about"]) {
    await open(page, path);
    const marks = page.getByRole("list", { name: "Harbour Line elsewhere" }).getByRole("listitem");
    await expect(marks).toHaveCount(path === "/" ? 7 : 6);
    for (const width of [320, 345, 360, 400]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(10);
      const boxes = await marks.evaluateAll((items) =>
        items.map((item) => (item.querySelector("a, button") ?? item).getBoundingClientRect().toJSON()),
      );
      const place = `${path} at ${width} px`;
      expect.soft(new Set(boxes.map(({ y }) => y)).size, place).toBe(1);
      expect.soft(Math.min(...boxes.map((box) => Math.min(box.width, box.height))), place).toBeGreaterThan(36);
    }
  }
});

test("the dialogs of a product, the cart and the email list do not overlap the scrollbar", async ({ page }) => {
  const dialog = page.getByRole("dialog");
  const expectBesideScrollbar = async () => {
    await expect(dialog).toBeVisible();
    const { x = -1, width = 0 } = (await dialog.boundingBox()) ?? {};
    expect.soft(x).toBe(0);
    expect.soft(width).toBe(await page.evaluate(() => document.documentElement.clientWidth));
  };
  await open(page, "/#/shop");
  await addToCart(page, "Pier tote");
  await page.getByRole("link", { name: "Pier tote", exact: true }).click();
  await expectBesideScrollbar();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await cartButton(page, 1).click();
  await expectBesideScrollbar();
  await open(page, "/");
  await page.getByRole("button", { name: "Join the email list" }).click();
  await expectBesideScrollbar();
});
