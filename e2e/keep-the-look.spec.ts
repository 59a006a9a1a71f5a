import type { Page } from "@playwright/test";
import { faultsOf } from "./gallery/faults.ts";
import { controlsWithoutRing } from "./gallery/focus-rings.ts";
import { controlsUnseenInForcedColours } from "./gallery/forced-colours.ts";
import { keepLayouts, storedLayouts } from "./gallery/kept-layouts.ts";
import { differences, type Layout, readLayout } from "./gallery/layout.ts";
import { GALLERY } from "./gallery/screens.ts";
import type { State, Width } from "./gallery/state.ts";
import { holdAddress, holdFonts, resize } from "./gallery/stillness.ts";
import { faultsWhenSetApart } from "./gallery/text-spacing.ts";
import { expectNothingWrong } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

// Every screen in every state: where everything stands and in which order it is read out, against e2e/gallery/layouts,
// and whether everybody can use it. After a change of the layout that is meant: npm run gallery -- --keep
test.use({ ownContent: true, reducedMotion: "reduce" });

const MAIN_WIDTHS: readonly Width[] = [360, 820, 1440, 2560];
const WIDTHS: readonly Width[] = [360, 1440];

function widthsOf({ isMain, widths }: State): readonly Width[] {
  return (isMain ? MAIN_WIDTHS : WIDTHS).filter((width) => widths?.includes(width) ?? true);
}

/** The owner's desk and the legal pages are paper by day. */
const isPaper = (page: Page) => page.locator("html").evaluate((root) => getComputedStyle(root).colorScheme === "light");

for (const screen of GALLERY) {
  test.describe(screen.name, () => {
    // One after another: their layouts are kept in one file.
    test.describe.configure({ mode: "default" });

    for (const state of screen.states) {
      test(state.name, async ({ page, gateway, gatewayWillLog, noise }, testInfo) => {
        if (state.isMain) test.slow();
        const isKeeping = testInfo.config.updateSnapshots === "all";
        const kept = storedLayouts(screen, state);
        const layouts = new Map<Width, Layout>();
        // Complaints are the other journeys' matter.
        noise.tolerate(/^/);
        const visit = { page, gateway, gatewayWillLog };
        await state.arrange(visit);
        await holdFonts(page);
        await holdAddress(page, page.url());
        for (const width of widthsOf(state)) {
          await resize(page, width);
          const read = () => readLayout(page, Boolean(state.isMain || state.withFrame));
          const told = `${screen.name}, ${state.name}, at ${width} px`;
          let was = kept[width] ?? {};
          // What a script places takes its place soon; what is to be kept has to have come to rest.
          const changes = async () => {
            const is = await read();
            const found = differences(was, is);
            if (isKeeping) was = is;
            return found;
          };
          await expect.poll(changes, { message: told }).toEqual([]);
          expect(await faultsOf(page), told).toEqual([]);
          layouts.set(width, was);
        }
        if (isKeeping) keepLayouts(screen, state, layouts);
        for (const width of widthsOf(state).toReversed()) {
          await resize(page, width);
          if (WIDTHS.includes(width)) expect(await faultsWhenSetApart(page), `${width} px`).toEqual([]);
          if (state.withoutAxe === undefined) await expectNothingWrong(page);
        }
        if (state.withoutAxe === undefined && (await isPaper(page))) {
          // By dusk its colours are others; at which width does not matter.
          await page.emulateMedia({ colorScheme: "dark" });
          await expectNothingWrong(page);
          await page.emulateMedia({ colorScheme: "light" });
        }
        // Last, as they scroll and move the focus. The smallest window makes the smallest picture.
        expect(await controlsUnseenInForcedColours(page)).toEqual([]);
        expect(await controlsWithoutRing(page)).toEqual([]);
        await state.undo?.(visit);
      });
    }
  });
}
