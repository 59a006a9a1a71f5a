import { expectNothingWrong } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";
import { open } from "./support/visitor.ts";

// keep-the-look.spec.ts checks screens without motion. This file checks those that move.

test("axe finds no problem on Home while its pictures change", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/");
  await expect(page.getByRole("button", { name: "Keep this picture" })).toBeVisible();
  // axe measures the colours that it finds, so the title must have faded in.
  await expect(page.getByRole("heading", { level: 1 }).locator("xpath=..")).toHaveCSS("opacity", "1");
  await expectNothingWrong(page);
});
