import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import type { EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { albumSlug } from "@porchlight/protocol/music.ts";
import { decodePart } from "../../../lib/address-part.ts";
import { type AreaKey, findArea } from "../shared/areas.ts";
import type { Place } from "./place.ts";

/** The area that shows most of a page. */
const AREAS: Readonly<Record<string, AreaKey>> = {
  [SCREEN_PATHS.home]: "name",
  [SCREEN_PATHS.about]: "story",
  [SCREEN_PATHS.music]: "releases",
  [SCREEN_PATHS.shows]: "shows",
  [SCREEN_PATHS.shop]: "products",
  [SCREEN_PATHS.press]: "press",
  [SCREEN_PATHS.privacy]: "privacy",
  [SCREEN_PATHS.terms]: "terms",
  [SCREEN_PATHS.accessibility]: "accessibility",
};

/** Lists whose items have pages of their own, and the end of such a page's address. */
const ITEMS: Readonly<Partial<Record<AreaKey, { list: string; slugOf: (item: FileValue) => unknown }>>> = {
  releases: { list: "albums", slugOf: (item) => albumSlug({ id: "", name: String(valueAt(item, ["name"])) }) },
  shows: { list: "shows", slugOf: (item) => valueAt(item, ["id"]) },
  products: { list: "products", slugOf: (item) => valueAt(item, ["handle"]) },
};

/**
 * Finds the form of what a page shows: `/shop/lake-effect-tee` leads to that product.
 *
 * @param read reads the value of a file
 */
export async function findPlaceOfPage(page: string, read: (file: EditableFile) => Promise<FileValue>): Promise<Place> {
  const [first = "", slug] = page.split("/").filter((part) => part !== "");
  const area = findArea(AREAS[`/${first}`] ?? "");
  if (!area) return { area: "start", path: [] };
  const items = ITEMS[area.key];
  if (slug === undefined || !items) return { area: area.key, path: [] };
  const list = valueAt(await read(area.file), [items.list]);
  const at = isList(list) ? list.findIndex((item) => isNamed(item) && items.slugOf(item) === decodePart(slug)) : -1;
  return { area: area.key, path: at < 0 ? [] : [items.list, at] };
}
