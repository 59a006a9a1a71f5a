import { contentOf, restoreContent, saveContent } from "../../support/own-content.ts";
import { expect } from "../../support/test.ts";
import { open } from "../../support/visitor.ts";
import type { Screen, State, Visit } from "../state.ts";

/** The owner's files that name artist and pictures. */
const FILES = ["artist.json", "store/products.yaml", "music/albums.yaml"];

const LONG_NAME = "The Reverend Wilhelmina Featherstonehaugh & the Saint Lawrence Lamplighters";

/** Edits these files of the gateway's own copy, as an owner would while the site runs. */
function edit({ gateway }: Visit, change: (text: string) => string): void {
  for (const file of FILES) saveContent(gateway, file, change(contentOf(gateway, file)));
}

/** Covers and products name files that are not there, which are left out of the pages; the artist names none. */
function withoutPictures(text: string): string {
  if (!text.startsWith("{")) return text.replace(/[\w-]+\.jpg/g, "no-$&");
  const artist: { images: { share: object } } = JSON.parse(text);
  return JSON.stringify({ ...artist, images: { hero: [], share: artist.images.share } });
}

const withLongName = (text: string) => text.replaceAll('"Harbour Line"', JSON.stringify(LONG_NAME));

function edited(name: string, change: (text: string) => string, path: string, heading: string): State {
  return {
    name,
    async arrange(visit) {
      edit(visit, change);
      await open(visit.page, path);
      await expect(visit.page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    },
    undo: ({ gateway }) => restoreContent(gateway, FILES),
  };
}

/** Pages of artists with a long name, and of those without pictures: the gateway's content has to be a copy. */
export const OTHER_ARTISTS: Screen = {
  name: "Other artists",
  states: [
    edited("a long name, Home", withLongName, "/", LONG_NAME),
    edited("a long name, About", withLongName, "/about", "About"),
    edited("no pictures, Home", withoutPictures, "/", "Harbour Line"),
    edited("no pictures, About", withoutPictures, "/about", "About"),
    edited("no pictures, Shop", withoutPictures, "/shop", "Merchandise"),
    edited("no pictures, Music", withoutPictures, "/music", "Music"),
  ],
};
