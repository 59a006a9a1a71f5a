import { expectNothingWrong } from "./support/axe.ts";
import { footerForm } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, onEveryScreen, open, WINDOWS } from "./support/visitor.ts";

// Colours are measured where they come to rest.
test.use({ reducedMotion: "reduce" });

for (const viewport of WINDOWS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("axe finds nothing on any screen", async ({ page }) => {
      // Sixteen looks in all.
      test.slow();
      const menu = page.getByRole("button", { name: "Menu" });
      await onEveryScreen(page, async () => {
        await expectNothingWrong(page);
        if (viewport.width >= 1250) {
          await expect(menu).toBeHidden();
          return;
        }
        await menu.click();
        await expect(page.getByRole("link", { name: "About" })).toBeVisible();
        await expectNothingWrong(page);
        await menu.click();
      });
    });
  });
}

test.describe("axe finds nothing on a phone", () => {
  test.use({ viewport: WINDOWS[0] });

  test("with the form at work, refused, and thanked", async ({ page }) => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/rest/**", async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await open(page, "/#/about");
    const { field, button, error, thanks, status } = footerForm(page);
    await field.fill("ann");
    await expectNothingWrong(page);
    await button.click();
    await expect(error).toBeVisible();
    await expectNothingWrong(page);

    await field.fill(anEmail());
    await button.click();
    await expect(button).toHaveText("Joining...");
    await expectNothingWrong(page);
    answer();
    await expect(thanks).toBeVisible();
    await expect(status).toBeVisible();
    await expectNothingWrong(page);
  });

  test("with a screen that did not load", async ({ page, noise }) => {
    noise.provoke(
      /request failed: .*\/assets\/privacy-/,
      /console error: Failed to load resource/,
      /console warning: ChunkLoadError/,
    );
    await page.route("**/assets/privacy-*.js", (route) => route.abort());
    await open(page, "/#/privacy");
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    await expectNothingWrong(page);
  });
});

test("axe finds nothing on Home while its pictures change", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/");
  await expect(page.getByRole("button", { name: "Keep this picture" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toHaveCSS("opacity", "1");
  await expectNothingWrong(page);
});
