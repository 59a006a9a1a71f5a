import type { Page } from "@playwright/test";
import { findLayoutFaults } from "./gallery/faults.ts";
import { findControlsWithoutFocusRing } from "./gallery/focus-rings.ts";
import { findControlsInvisibleInForcedColours } from "./gallery/forced-colours.ts";
import { differences, type Layout, readLayout, storedLayout, storeLayouts } from "./gallery/layout.ts";
import { checkedStates, representativeStates } from "./gallery/representative.ts";
import { GALLERY } from "./gallery/screens.ts";
import { fixVaryingTexts, loadFonts, resize } from "./gallery/settle.ts";
import type { State, Width } from "./gallery/state.ts";
import { findFaultsWithTextSpacing } from "./gallery/text-spacing.ts";
import { expectNothingWrong, expectReadableColours } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

// Checks the layout and the reading order of every screen against e2e/gallery/layouts, and accessibility. `npm test`
// checks representative states; axe runs on a phone and, in main states, on a laptop too. `npm run soak` checks every
// state, with axe at all widths.
// After an intended change of the layout, run: npm run gallery -- --keep
test.use({ ownContent: true, reducedMotion: "reduce" });

const MAIN_WIDTHS: readonly Width[] = [360, 820, 1440, 2560];
const WIDTHS: readonly Width[] = [360, 1440];

function widthsOf({ isMain, widths }: State): readonly Width[] {
  return (isMain ? MAIN_WIDTHS : WIDTHS).filter((width) => widths?.includes(width) ?? true);
}

/** How many states are checked in full; with 0, only the representative ones are checked. */
const STATES_IN_FULL = Number(process.env.STATES_IN_FULL ?? 0);

/** The dashboard and the legal pages have a light theme if the system's colour scheme is light. */
const isLight = (page: Page) => page.locator("html").evaluate((root) => getComputedStyle(root).colorScheme === "light");

let left = STATES_IN_FULL;
for (const screen of GALLERY) {
  const states = STATES_IN_FULL > 0 ? checkedStates(screen).slice(0, left) : representativeStates(screen);
  left = Math.max(0, left - states.length);
  test.describe(screen.name, () => {
    // One after another: the layouts of a screen are stored in one file.
    test.describe.configure({ mode: "default" });

    for (const state of states) {
      test(state.name, async ({ page, gateway, gatewayWillLog, noise }, testInfo) => {
        if (state.isMain) test.slow();
        const isUpdating = testInfo.config.updateSnapshots === "all";
        const layouts = new Map<Width, Layout>();
        // The other journeys check what the browser complains about.
        noise.tolerate(/^/);
        const visit = { page, gateway, gatewayWillLog };
        await state.arrange(visit);
        await loadFonts(page);
        await fixVaryingTexts(page);
        const widths = widthsOf(state);
        for (const width of widths) {
          await resize(page, width);
          const place = `${screen.name}, ${state.name}, at ${width} px`;
          let was = storedLayout(screen, state, width);
          // Scripts move some elements shortly after a resize. An updated layout is stored once it no longer changes.
          const changes = async () => {
            const is = await readLayout(page, Boolean(state.isMain || state.withFrame));
            const found = differences(was, is);
            if (isUpdating) was = is;
            return found;
          };
          await expect.poll(changes, { message: place }).toEqual([]);
          expect(await findLayoutFaults(page), place).toEqual([]);
          layouts.set(width, was);
          if (WIDTHS.includes(width)) expect(await findFaultsWithTextSpacing(page), `${width} px`).toEqual([]);
          const withAxe = STATES_IN_FULL > 0 || width === widths[0] || (state.isMain && width === 1440);
          if (withAxe && state.withoutAxe === undefined) await expectNothingWrong(page);
        }
        if (isUpdating) storeLayouts(screen, state, layouts);
        // The smallest window, so that the screenshots are small.
        if (widths[0]) await resize(page, widths[0]);
        if (state.withoutAxe === undefined && (await isLight(page))) {
          // The dark theme has other colours. They do not depend on the width.
          await page.emulateMedia({ colorScheme: "dark" });
          await expectReadableColours(page);
          await page.emulateMedia({ colorScheme: "light" });
        }
        // These checks come last, because they scroll and move the focus.
        expect(await findControlsInvisibleInForcedColours(page)).toEqual([]);
        expect(await findControlsWithoutFocusRing(page)).toEqual([]);
        await state.undo?.(visit);
      });
    }
  });
}
