import { expectNothingWrong } from "./support/axe.ts";
import { footerForm } from "./support/footer-form.ts";
import { expect, test } from "./support/test.ts";
import { anEmail, open, SCREENS, WINDOWS } from "./support/visitor.ts";

// Colours are measured where they come to rest.
test.use({ reducedMotion: "reduce" });

for (const viewport of WINDOWS) {
  test.describe(`axe finds nothing at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const { name, route, heading } of SCREENS) {
      test(`on ${name}`, async ({ page }) => {
        await open(page, route);
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expectNothingWrong(page);
        const menu = page.getByRole("button", { name: "Menu" });
        if (viewport.width >= 1250) {
          await expect(menu).toBeHidden();
          return;
        }
        await menu.click();
        await expect(page.getByRole("link", { name: "About" })).toBeVisible();
        await expectNothingWrong(page);
      });
    }

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
}

test("axe finds nothing on Home while its pictures change", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/");
  await expect(page.getByRole("button", { name: "Keep this picture" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toHaveCSS("opacity", "1");
  await expectNothingWrong(page);
});

for (const { name, path } of SCREENS) {
  test(`${name} has one first heading, skips no level, and names its landmarks`, async ({ page, noise }) => {
    if (name === "not-found") noise.provoke(/status of 404/);
    await open(page, path);
    const levels = await page
      .getByRole("heading")
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName.slice(1))));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
    for (const landmark of ["banner", "main"] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(1);
  });
}
