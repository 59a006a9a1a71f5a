import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { expect, test } from "vitest";
import { findPlaceOfPage } from "./page-place.ts";

const FILES: Partial<Record<EditableFile, FileValue>> = {
  "store/products.yaml": { products: [{ handle: "tee" }, null, { handle: "pier mug" }] },
  "shows.yaml": { shows: [{ id: "2026-sudbury" }] },
  "music/albums.yaml": { albums: [{ name: "Låke Effect" }, { name: "Long Point" }] },
};
const find = (page: string) => findPlaceOfPage(page, async (file) => FILES[file] ?? {});

test.each([
  ["/shop/pier%20mug", { area: "products", path: ["products", 2] }],
  ["/shows/2026-sudbury", { area: "shows", path: ["shows", 0] }],
  ["/music/long-point", { area: "releases", path: ["albums", 1] }],
  ["/music/lake-effect/", { area: "releases", path: ["albums", 0] }],
  ["/about", { area: "story", path: [] }],
  ["/", { area: "name", path: [] }],
  ["/shop/gone", { area: "products", path: [] }],
  ["/unsubscribe", { area: "start", path: [] }],
  ["/shop/%E0", { area: "products", path: [] }],
])("%s leads to its form", async (page, place) => {
  expect(await find(page)).toEqual(place);
});

test("every screen has a form", async () => {
  const places = await Promise.all(Object.values(SCREEN_PATHS).map(find));
  expect(places.filter(({ area }) => area === "start")).toEqual([]);
});
