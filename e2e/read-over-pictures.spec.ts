import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { drawHardPicture, type HardPicture } from "../gateway/src/testing/hard-pictures.ts";
import { findLinesOverPictures, findTextOnBackground, findWorstContrast, type Worst } from "./gallery/contrast.ts";
import { awaitPictures, loadFonts, resize } from "./gallery/settle.ts";
import { GALLERY_WINDOWS } from "./gallery/state.ts";
import type { RunningGateway } from "./support/gateway.ts";
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
      expect(lines.length, "the menu").toBeGreaterThan(5);
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

/** The gateway's message, and the longest time that one picture may take on a busy machine. */
const PREPARED = /^Every picture is prepared/m;
const PREPARATION_MS = 30_000;

/** Pictures on which light text on dusk, or dark text on dawn, is hard to read; each is the only one of its site. */
const HARD: [ground: string, picture: HardPicture][] = [
  ...(["snow", "noon", "stage", "black-and-white", "crowd"] as const).map((name): [string, HardPicture] => [
    "dusk",
    name,
  ]),
  ["dawn", "stage"],
  ["dawn", "crowd"],
];

for (const [place, [ground, picture]] of HARD.entries()) {
  test(`on ${ground}, all words are readable over a picture like ${picture}`, async ({
    page,
    gateway,
    gatewayWillLog,
  }) => {
    const file = join(gateway.contentDir, "images", `${picture}.jpg`);
    if (!existsSync(file)) {
      gatewayWillLog(/^Preparing 1 picture/m);
      gatewayWillLog(PREPARED);
      const before = gateway.output().length;
      writeFileSync(file, await drawHardPicture(picture));
      const log = async () => (await page.request.get("/")) && gateway.output().slice(before);
      await expect.poll(log, { timeout: PREPARATION_MS }).toMatch(PREPARED);
    }
    await showOnly(page, gateway, ground, {
      hero: [{ name: picture, alt: "" }],
      portrait: { name: picture, alt: "" },
      background: { name: picture },
    });
    // Each picture is tested once on a phone and once on a laptop, each time on one of the two screens.
    const windows = [GALLERY_WINDOWS[0], GALLERY_WINDOWS[2]];
    for (const [at, path] of ["/", "/about"].entries()) {
      await page.setViewportSize(windows[(place + at) % 2] ?? GALLERY_WINDOWS[0]);
      await page.goto(path);
      await awaitPictures(page);
      expectReadable(`${path}, ${picture}`, await findWorstContrast(page, await findLinesOverPictures(page)));
    }
    expectReadable(`background, ${picture}`, await findWorstOnBackground(page));
  });
}

for (const ground of ["dusk", "dawn"]) {
  test(`on ${ground}, all words are readable on a site without pictures`, async ({ page, gateway }) => {
    await showOnly(page, gateway, ground, { hero: [] });
    await page.goto("/");
    const lines = await findLinesOverPictures(page);
    expect(lines.length, "the menu").toBeGreaterThan(5);
    expectReadable("Home without pictures", await findWorstContrast(page, lines));
    await page.goto("/about");
    expectReadable("About without pictures", await findWorstOnBackground(page));
  });
}

/** Saves an artist's file with only these pictures, and waits until the site shows them. */
async function showOnly(page: Page, gateway: RunningGateway, ground: string, images: Images): Promise<void> {
  saveContent(gateway, ARTIST, JSON.stringify({ ...JSON.parse(contentOf(gateway, ARTIST)), ground, images }));
  const shown = async () => {
    const { content } = await (await page.request.get("/content/home.json")).json();
    return content.hero.map(({ name }: { name: string }) => name);
  };
  await expect.poll(shown).toEqual(images.hero.map(({ name }) => name));
}

type Named = { name: string; alt: string };
type Images = { hero: Named[]; portrait?: Named; background?: Omit<Named, "alt"> };

/** Any text of the page may lie on the worst place of its background, because the page scrolls over it. */
async function findWorstOnBackground(page: Page): Promise<Worst | undefined> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = { x: 0, y: 0, width, height };
  const words = await findTextOnBackground(page);
  return findWorstContrast(
    page,
    words.map((one) => ({ ...one, box })),
    ONLY_BACKGROUND,
  );
}

/** Only the legal pages have a light theme, with an engraving as the background. */
function isOverBackground(name: string, colorScheme: "dark" | "light"): boolean {
  return colorScheme === "light" ? ["privacy", "terms", "accessibility"].includes(name) : name !== "home";
}

const ONLY_BACKGROUND = `* { visibility: hidden !important; }
.background, .background * { visibility: visible !important; }`;
