import { expectNothingWrong } from "./support/axe.ts";
import { footerForm } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, WINDOWS } from "./support/visitor.ts";

// What stands still in the gallery is looked at by keep-the-look.spec.ts; here is what moves on.
// Colours are measured where they come to rest.
test.use({ reducedMotion: "reduce" });

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
