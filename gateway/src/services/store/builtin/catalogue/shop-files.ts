import { join } from "node:path";
import { stampOf } from "../../../../content/stamp.ts";
import { readYamlFile } from "../../../../content/yaml-file.ts";
import { readText } from "../../../../lib/read-text.ts";
import { checkProducts } from "./check-products.ts";
import { checkStore } from "./check-store.ts";
import { createSettings } from "./create-settings.ts";
import { EMPTY_SHOP_SETTINGS } from "./default-settings.ts";
import { POLICY_FILES } from "./policies.ts";
import { type ProductsFile, ProductsFileSchema } from "./products-file.ts";
import { type StoreFile, StoreFileSchema } from "./store-file.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Products and collections, as the owner knows the file. */
export const PRODUCTS_FILE = "store/products.yaml";
/** Everything about selling that is not a product. */
export const STORE_FILE = "store/store.yaml";

/** Largest `products.yaml` that is read, in bytes: some twenty thousand products. */
const MOST_PRODUCTS_BYTES = 16 * 1024 * 1024;

/** The texts of the shop's files; undefined for one that is not there. */
export type ShopTexts = { products: string | undefined; store: string | undefined };

/** What `products.yaml` says, and in which line each picture is first named. */
export type ParsedProducts = { file: ProductsFile; pictureLines: ReadonlyMap<string, number> };

/** What a shop without a `products.yaml` sells. */
export const NO_PRODUCTS: ParsedProducts = { file: { products: [], collections: [] }, pictureLines: new Map() };

/**
 * Reads the texts of the shop's files.
 *
 * @param before those that are in use: a file that was there and is gone is a mistake, not an empty shop
 * @throws {Error} with a sentence that names the file and what is wrong with it
 */
export function readShopTexts(contentDir: string, before?: ShopTexts): ShopTexts {
  const texts = {
    products: readText(contentDir, PRODUCTS_FILE, MOST_PRODUCTS_BYTES),
    store: readText(contentDir, STORE_FILE),
  };
  if (before?.products !== undefined && texts.products === undefined) {
    throw new Error(`${PRODUCTS_FILE} is gone; put it back, or write \`products: []\` into it`);
  }
  if (before?.store !== undefined && texts.store === undefined) throw new Error(`${STORE_FILE} is gone; put it back`);
  return texts;
}

/** The files that a shop is made from, whether they are there or not. */
export function shopPaths(contentDir: string): string[] {
  return [PRODUCTS_FILE, STORE_FILE, ...POLICY_FILES].map((file) => join(contentDir, file));
}

/** Changes when one of the files that a shop is made from has come, gone or changed. */
export function stampOfShopFiles(contentDir: string): string {
  return shopPaths(contentDir).map(stampOf).join();
}

/**
 * The settings of a shop.
 *
 * @param language the artist's
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function settingsOf({ store, products }: ShopTexts, language: string): StoreSettings {
  if (store !== undefined) return createSettings(parseStore(store), language);
  if (products === undefined) return { ...EMPTY_SHOP_SETTINGS, language };
  throw new Error(`${STORE_FILE} is missing; it says in which currency the prices of ${PRODUCTS_FILE} are`);
}

/**
 * Reads the text of `store.yaml`.
 *
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function parseStore(source: string): StoreFile {
  const { value, refuse } = readYamlFile(STORE_FILE, source, StoreFileSchema);
  refuse(checkStore(value));
  return value;
}

/**
 * Reads the text of `products.yaml`. It takes a second for each megabyte or so.
 *
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function parseProducts(source: string, currency: string): ParsedProducts {
  const { value, refuse, lineOf } = readYamlFile(PRODUCTS_FILE, source, ProductsFileSchema);
  refuse(checkProducts(value, currency));
  const pictureLines = new Map<string, number>();
  const note = (file: string, path: (string | number)[]) => {
    if (!pictureLines.has(file)) pictureLines.set(file, lineOf(path));
  };
  for (const [product, { images }] of value.products.entries()) {
    for (const [at, { file }] of images.entries()) note(file, ["products", product, "images", at, "file"]);
  }
  for (const [at, { image }] of value.collections.entries()) {
    if (image) note(image.file, ["collections", at, "image", "file"]);
  }
  return { file: value, pictureLines };
}
