import { join } from "node:path";
import { test } from "../support/test.ts";
import { GALLERY_FOLDER, pictureName } from "./picture-name.ts";
import { GALLERY } from "./screens.ts";
import { GALLERY_WINDOWS } from "./state.ts";
import { awaitPictures, holdFonts, resize } from "./stillness.ts";

test.use({ ownContent: true, reducedMotion: "reduce" });

for (const screen of GALLERY) {
  test.describe(screen.name, () => {
    for (const state of screen.states) {
      test(state.name, async ({ page, gateway, gatewayWillLog, noise }) => {
        // Complaints are the journeys' matter.
        noise.tolerate(/^/);
        const visit = { page, gateway, gatewayWillLog };
        await state.arrange(visit);
        await holdFonts(page);
        for (const { width } of GALLERY_WINDOWS) {
          if (state.widths && !state.widths.includes(width)) continue;
          await resize(page, width);
          await awaitPictures(page);
          // A window over the page stays in the middle of what is seen.
          const isOverlaid = (await page.locator("dialog:modal").count()) > 0;
          await page.screenshot({
            path: join(GALLERY_FOLDER, pictureName(screen, state, width)),
            type: "jpeg",
            quality: 70,
            fullPage: !isOverlaid,
            animations: "disabled",
          });
        }
        await state.undo?.(visit);
      });
    }
  });
}
