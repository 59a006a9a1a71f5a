import { findLinesOverPictures, findTextOnBackground, findWorstContrast, type Worst } from "./gallery/contrast.ts";
import { awaitPictures, loadFonts, resize } from "./gallery/settle.ts";
import { GALLERY_WINDOWS } from "./gallery/state.ts";
import { contentOf, restoreContent, saveContent } from "./support/own-content.ts";
import { expect, test } from "./support/test.ts";
import { open, SCREENS } from "./support/visitor.ts";

// WCAG 2.2, 1.4.3, at the worst place behind each line. Large text would need only 3; the site holds 4.5 everywhere.
test.use({ ownContent: true, reducedMotion: "reduce" });

const RATIO = 4.5;
/** Screens with pictures, besides Home. */
const WITH_PICTURES = ["about", "music", "shop"];
const ARTIST = "artist.json";
const WIDTHS = GALLERY_WINDOWS.map(({ width }) => width);

test.afterEach(({ gateway }) => restoreContent(gateway, [ARTIST]));

/** Prints the lowest contrast, and fails the test if it is too low. */
function expectReadable(where: string, worst: Worst | undefined): void {
  if (!worst) return;
  const { words, ratio } = worst;
  console.log(`${where}: ${ratio.toFixed(1)} at the worst place, “${words}”`);
  expect.soft(ratio, `${where}, “${words}”`).toBeGreaterThanOrEqual(RATIO);
}

for (const picture of ["n1", "n2", "n6"]) {
  test(`the hero's text is readable over ${picture}`, async ({ page, gateway }) => {
    // Below desktop width only the first picture shows, and an owner may put any picture first.
    const artist = JSON.parse(contentOf(gateway, ARTIST));
    artist.images.hero.sort((one: { name: string }) => (one.name === picture ? -1 : 1));
    saveContent(gateway, ARTIST, JSON.stringify(artist));
    await open(page, "/");
    await loadFonts(page);
    for (const width of WIDTHS) {
      await resize(page, width);
      await awaitPictures(page);
      const lines = await findLinesOverPictures(page);
      expect(lines.length, "title, subtitle, platforms").toBeGreaterThan(7);
      expectReadable(`Home, ${picture}, ${width} px`, await findWorstContrast(page, lines));
    }
  });
}

for (const { name, path } of SCREENS.filter((screen) => WITH_PICTURES.includes(screen.name))) {
  test(`words over pictures are readable on ${name}`, async ({ page }) => {
    // This measures many scroll positions in four windows.
    test.slow();
    await open(page, path);
    await loadFonts(page);
    for (const { width, height } of GALLERY_WINDOWS) {
      await resize(page, width);
      await awaitPictures(page);
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      let worst: Worst | undefined;
      for (let top = 0; top <= end; top += height / 2) {
        await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
        const found = await findWorstContrast(page, await findLinesOverPictures(page));
        if (found && !(worst && worst.ratio <= found.ratio)) worst = found;
      }
      expectReadable(`${name}, ${width} px`, worst);
    }
  });
}

for (const colorScheme of ["dark", "light"] as const) {
  test(`text over the background is readable at any scroll position, ${colorScheme}`, async ({ page, noise }) => {
    await page.emulateMedia({ colorScheme });
    // One of the screens is the page for unknown addresses.
    noise.tolerate(/status of 404/);
    const words = new Map<string, Awaited<ReturnType<typeof findTextOnBackground>>>();
    for (const { name, path } of SCREENS.filter((screen) => isOverBackground(screen.name, colorScheme))) {
      await open(page, path);
      words.set(name, await findTextOnBackground(page));
    }
    for (const { width, height } of GALLERY_WINDOWS) {
      await resize(page, width);
      await awaitPictures(page);
      // The page scrolls over the background, so any text may lie on its lightest place.
      const window = { x: 0, y: 0, width, height };
      const lines = [...words].flatMap(([name, found]) =>
        found.map((one) => ({ ...one, words: `${name}: ${one.words}`, box: window })),
      );
      expectReadable(`background, ${colorScheme}, ${width} px`, await findWorstContrast(page, lines, ONLY_BACKGROUND));
    }
  });
}

/** Only the legal pages have a light theme, with an engraving as the background. */
function isOverBackground(name: string, colorScheme: "dark" | "light"): boolean {
  return colorScheme === "light" ? ["privacy", "terms", "accessibility"].includes(name) : name !== "home";
}

const ONLY_BACKGROUND = `* { visibility: hidden !important; }
.background, .background * { visibility: visible !important; }`;
