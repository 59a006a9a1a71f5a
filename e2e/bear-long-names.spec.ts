import { faultsOf } from "./gallery/faults.ts";
import { contentOf, restoreContent, saveContent } from "./support/own-content.ts";
import { expect, test } from "./support/test.ts";
import { onEveryScreen, open, PHONE } from "./support/visitor.ts";

// docs/product.md §2, Layout: what an owner writes into `content/` may be longer than the demo's words.
test.use({ ownContent: true, reducedMotion: "reduce" });

const ALBUMS = "music/albums.yaml";

test.afterEach(({ gateway }) => restoreContent(gateway, [ALBUMS]));

const topOf = (element: Element) => element.getBoundingClientRect().top;

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("an artist's name of several lines lies over no heading, and no link of the menu", async ({ page }) => {
    await onEveryScreen(page, async ({ name, heading }) => {
      const title = page.locator(".nav-title");
      // The headings by which screens are found are the demo's.
      await title.evaluate((link) => {
        link.textContent = "Johnny Featherstone and the Saint Lawrence Midnight Ramblers";
      });
      const bottom = () => title.evaluate((link) => link.getBoundingClientRect().bottom);
      expect(await bottom()).toBeGreaterThan(100);
      if (name !== "home") {
        const words = page.getByRole("heading", { level: 1, name: heading, exact: true });
        expect.soft(await words.evaluate(topOf), name).toBeGreaterThanOrEqual(await bottom());
      }
      await page.getByRole("button", { name: "Menu" }).click();
      const first = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About" });
      expect.soft(await first.evaluate(topOf), `${name}, its menu`).toBeGreaterThanOrEqual(await bottom());
      await page.getByRole("button", { name: "Menu" }).click();
    });
  });
});

test("beside a song's title of many lines the record fits into its sleeve", async ({ page, gateway }) => {
  const title = "The Ballad of the Keeper’s Daughter and ".repeat(5).trim();
  saveContent(gateway, ALBUMS, contentOf(gateway, ALBUMS).replace("title: Lake Effect,", `title: ${title},`));
  await open(page, "/music/lake-effect");
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  for (const width of [360, 640, 820, 1023, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await faultsOf(page), `${width} px`).toEqual([]);
    const [record = 0, cover = 0] = await page
      .locator(".sleeve > *")
      .evaluateAll((boxes) => boxes.map((box) => box.clientHeight));
    expect.soft(record, `${width} px`).toBeLessThanOrEqual(cover);
  }
});
