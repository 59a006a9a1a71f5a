import { join } from "node:path";
import { test } from "../support/test.ts";
import { GALLERY } from "./screens.ts";
import { awaitPictures, loadFonts, resize } from "./settle.ts";
import { GALLERY_FOLDER, GALLERY_WINDOWS, pictureName } from "./state.ts";

test.use({ ownContent: true, reducedMotion: "reduce" });

for (const screen of GALLERY) {
  test.describe(screen.name, () => {
    for (const state of screen.states) {
      test(state.name, async ({ page, gateway, gatewayWillLog, noise }) => {
        // The journeys check what the browser complains about.
        noise.tolerate(/^/);
        const visit = { page, gateway, gatewayWillLog, isForPictures: true } as const;
        await state.arrange(visit);
        await loadFonts(page);
        for (const { width } of GALLERY_WINDOWS) {
          if (state.widths && !state.widths.includes(width)) continue;
          await resize(page, width);
          await awaitPictures(page);
          // A dialog covers the window, so its picture shows the window and not the whole page.
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
