/** Every picture by name: who draws it, how wide it is published, and the folder of content/ it belongs to. */
import { covers } from "./covers/index.ts";
import type { CreatePicture } from "./picture.ts";
import { products } from "./products/index.ts";
import { scenes } from "./scenes/index.ts";

/** A picture that can be drawn. */
interface CatalogueEntry {
  create: CreatePicture;
  /** Width in pixels at full size. */
  fullWidth: number;
  folder: "images" | "store" | "music";
}

/** Width of the product pictures in pixels: twice what the shop shows at most, for zooming in. */
const PRODUCT_WIDTH = 2400;

/** Width of the records' sleeves in pixels: what music shops and players require. */
const COVER_WIDTH = 3000;

const entries: readonly (readonly [string, CatalogueEntry])[] = [
  ...Object.entries(scenes).map(([name, scene]) => [name, { ...scene, folder: "images" }] as const),
  ...Object.entries(products).map(
    ([name, create]) => [name, { create, fullWidth: PRODUCT_WIDTH, folder: "store" }] as const,
  ),
  ...Object.entries(covers).map(
    ([name, create]) => [name, { create, fullWidth: COVER_WIDTH, folder: "music" }] as const,
  ),
];

/** All pictures, scenes first: records' covers and the sleeves among the products are made from them. */
export const pictures: ReadonlyMap<string, CatalogueEntry> = new Map(entries);

/**
 * Finds the picture with that name.
 *
 * @throws {Error} when there is none
 */
export function findPicture(name: string): CatalogueEntry {
  const entry = pictures.get(name);
  if (!entry) throw new Error(`There is no picture called "${name}"`);
  return entry;
}
