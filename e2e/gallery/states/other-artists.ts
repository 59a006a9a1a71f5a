import type { Page } from "@playwright/test";
import { BRITISH_STORE } from "../../support/british-site.ts";
import { contentOf, restoreContent, saveContent } from "../../support/own-content.ts";
import { aCheckout, addToCart, cartButton } from "../../support/shop.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import type { Screen, State, Visit } from "../state.ts";

/** The owner's files that name the artist and pictures. */
const FILES = ["artist.json", "store/products.yaml", "music/albums.yaml", "shows.yaml"];
/** The files that make the site British. */
const BRITISH_FILES = ["artist.json", "store/store.yaml"];

const LONG_NAME = "The Reverend Wilhelmina Featherstonehaugh & the Saint Lawrence Lamplighters";

/** Edits these files in the gateway's own copy, as an owner does while the site runs. */
function edit({ gateway }: Visit, change: (text: string) => string): void {
  for (const file of FILES) saveContent(gateway, file, change(contentOf(gateway, file)));
}

/** Covers and products name missing files, which the pages leave out; the artist names no pictures. */
function withoutPictures(text: string): string {
  if (!text.startsWith("{")) return text.replace(/[\w-]+\.jpg/g, "no-$&");
  const artist: { images: { share: object } } = JSON.parse(text);
  return JSON.stringify({ ...artist, images: { hero: [], share: artist.images.share } });
}

/** Neither releases nor products nor shows. */
function withNothing(text: string): string {
  if (text.startsWith("{")) return text;
  const list = /^(albums|shows):/m.exec(text)?.[1] ?? "products";
  return `${list}: []\n`;
}

/** Thirty letters in three words. The first release and the first product have long words too. */
const LONG_WORDS = "Wilhelmina Featherstonehaughs Bo";

const withLongWords = (text: string) =>
  text
    .replaceAll('"Harbour Line"', JSON.stringify(LONG_WORDS))
    .replace("- name: Lake Effect\n", "- name: Unwiederbringliche Gezeiten\n")
    .replace("title: Lake Effect tee\n", "title: Donaudampfschiffahrts-Gesellschaftskapitänshemd\n");

const withLongName = (text: string) => text.replaceAll('"Harbour Line"', JSON.stringify(LONG_NAME));

const PLATFORMS =
  "instagram youtube facebook tiktok spotify apple-music bandcamp soundcloud bluesky mastodon tidal deezer patreon " +
  "threads x discord twitch beatport qobuz amazon-music youtube-music";

/** Links to twenty-one platforms and to two other pages. */
const MANY_LINKS = [
  ...PLATFORMS.split(" ").map((platform) => ({ platform, url: `https://${platform}.example/harbourline` })),
  { url: "https://diary.harbourline.example", label: "Our tour diary" },
  { url: "https://shop.harbourline.example" },
];

const withManyLinks = (text: string) => text.replace(/"social": \[[^\]]*\]/, `"social": ${JSON.stringify(MANY_LINKS)}`);

const hasNone = (selector: string) => async (page: Page) => (await page.locator(selector).count()) === 0;

/** @param isShown whether the page shows all edits. The gateway applies those of the shop and the music a moment later */
function edited(
  name: string,
  change: (text: string) => string,
  path: string,
  heading: string,
  isShown: (page: Page) => Promise<boolean> = async () => true,
): State {
  return {
    name,
    async arrange(visit) {
      const { page } = visit;
      edit(visit, change);
      await expect(async () => {
        await open(page, path);
        expect(await isShown(page)).toBe(true);
      }).toPass();
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    },
    undo: ({ gateway }) => restoreContent(gateway, FILES),
  };
}

/** A state of the site in British English with prices in pounds. */
function inBritain(name: string, arrange: (visit: Visit) => Promise<void>): State {
  return {
    name: `in British English, ${name}`,
    async arrange(visit) {
      const { gateway, page } = visit;
      saveContent(gateway, "artist.json", contentOf(gateway, "artist.json").replace('"en-CA"', '"en-GB"'));
      saveContent(gateway, "store/store.yaml", BRITISH_STORE);
      await expect(async () => {
        await page.goto("/shop");
        expect(await page.getByText("£28.00").count()).toBeGreaterThan(0);
      }).toPass();
      await arrange(visit);
    },
    undo: ({ gateway }) => restoreContent(gateway, BRITISH_FILES),
  };
}

/**
 * Artists with a long name, with many links, without pictures, and in Britain. The gateway must run on a copy of the
 * content.
 */
export const OTHER_ARTISTS: Screen = {
  name: "Other artists",
  states: [
    edited("a long name, Home", withLongName, "/", LONG_NAME),
    edited("a long name, About", withLongName, "/about", "About"),
    edited("many links, Home", withManyLinks, "/", "Harbour Line"),
    edited("many links, About", withManyLinks, "/about", "About"),
    edited("no pictures, Home", withoutPictures, "/", "Harbour Line", hasNone(".front img")),
    edited("nothing to hear or to buy, Home", withNothing, "/", "Harbour Line", hasNone(".front")),
    edited("long words, Home", withLongWords, "/", LONG_WORDS, async (page) => {
      const play = page.getByRole("button", { name: "Play Unwiederbringliche Gezeiten" });
      return (await play.count()) + (await page.getByRole("heading", { name: /^Donaudampfschiff/ }).count()) === 2;
    }),
    edited("long words, About", withLongWords, "/about", "About"),
    edited("no pictures, About", withoutPictures, "/about", "About"),
    edited("no pictures, Shop", withoutPictures, "/shop", "Merchandise"),
    edited("no pictures, Music", withoutPictures, "/music", "Music"),
    inBritain("Cart", async ({ page }) => {
      await open(page, "/shop");
      await addToCart(page, "Pier tote");
      await cartButton(page, 1).click();
      await expect(page.getByText("Prices include taxes.")).toBeVisible();
    }),
    inBritain("Contact, a form with mistakes", async ({ page }) => {
      await page.goto(await aCheckout(page.request, { handle: "pier-tote" }));
      await page.getByLabel("Email").fill("ann@example.com");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Please check this")).toBeVisible();
    }),
  ],
};
