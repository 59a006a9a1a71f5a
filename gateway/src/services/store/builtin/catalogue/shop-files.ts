import { join } from "node:path";
import * as v from "valibot";
import { currency } from "../../../../content/fields.ts";
import { fileStamp } from "../../../../content/file-stamp.ts";
import { readYamlFile } from "../../../../content/yaml-file.ts";
import { askThread } from "../../../../lib/ask-thread.ts";
import { readText } from "../../../../lib/read-text.ts";
import { checkProducts } from "./check-products.ts";
import { checkStore } from "./check-store.ts";
import { createSettings, EMPTY_SHOP_SETTINGS, type SettingsContext } from "./create-settings.ts";
import { POLICY_FILES } from "./policies.ts";
import { type ProductsFile, ProductsFileSchema } from "./products-file.ts";
import { type StoreFile, StoreFileSchema } from "./store-file.ts";
import type { StoreSettings } from "./store-settings.ts";

/** Products and collections. The path is as messages to the owner show it. */
export const PRODUCTS_FILE = "store/products.yaml";
/** Everything else about selling. */
export const STORE_FILE = "store/store.yaml";

/** Largest `products.yaml`, in bytes: some twenty thousand products. */
export const MAX_PRODUCTS_BYTES = 16 * 1024 * 1024;

/** The sources of the shop's files; undefined for a missing file. */
export type ShopTexts = { products: string | undefined; store: string | undefined };

/** The parsed `products.yaml`, and the line that first names each picture. */
export type ParsedProducts = { file: ProductsFile; pictureLines: ReadonlyMap<string, number> };

/** For a shop without `products.yaml`. */
export const NO_PRODUCTS: ParsedProducts = { file: { products: [], collections: [] }, pictureLines: new Map() };

/**
 * Reads the sources of the shop's files.
 *
 * @param before the sources in use: a file that was deleted is an issue, not an empty shop
 * @throws {Error} with a message that names the file and the issue
 */
export function readShopTexts(contentDir: string, before?: ShopTexts): ShopTexts {
  const texts = {
    products: readText(contentDir, PRODUCTS_FILE, MAX_PRODUCTS_BYTES),
    store: readText(contentDir, STORE_FILE),
  };
  if (before?.products !== undefined && texts.products === undefined) {
    throw new Error(`${PRODUCTS_FILE} is gone; put it back, or write \`products: []\` into it`);
  }
  if (before?.store !== undefined && texts.store === undefined) throw new Error(`${STORE_FILE} is gone; put it back`);
  return texts;
}

/** Paths of the files that the shop is made from; some may not exist. */
export function listShopPaths(contentDir: string): string[] {
  return [PRODUCTS_FILE, STORE_FILE, ...POLICY_FILES].map((file) => join(contentDir, file));
}

/** A text that changes when one of these files is created, deleted or changed. */
export function shopFilesStamp(contentDir: string): string {
  return listShopPaths(contentDir).map(fileStamp).join();
}

/** @throws {Error} with a message that names the file, the lines and the issues */
export function toSettings({ store, products }: ShopTexts, context: SettingsContext): StoreSettings {
  if (store !== undefined) return createSettings(parseStore(store), context);
  if (products === undefined) return { ...EMPTY_SHOP_SETTINGS, language: context.language };
  throw new Error(`${STORE_FILE} is missing; it says in which currency the prices of ${PRODUCTS_FILE} are`);
}

/** @throws {Error} with a message that names the file, the lines and the issues */
export function parseStore(source: string): StoreFile {
  const { value, throwIssues } = readYamlFile(STORE_FILE, source, StoreFileSchema);
  throwIssues(checkStore(value));
  return value;
}

/**
 * Parses only the currency of `store.yaml`.
 *
 * @throws {Error} if it is wrong, or the file is no YAML
 */
export function parseCurrency(source: string): string {
  return readYamlFile(STORE_FILE, source, v.object({ currency })).value.currency;
}

/**
 * Parses `products.yaml`. It takes about a second for each megabyte.
 *
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function parseProducts(source: string, currency: string): ParsedProducts {
  const { value, throwIssues, findLine } = readYamlFile(PRODUCTS_FILE, source, ProductsFileSchema);
  throwIssues(checkProducts(value, currency));
  const pictureLines = new Map<string, number>();
  const note = (file: string, path: (string | number)[]) => {
    if (!pictureLines.has(file)) pictureLines.set(file, findLine(path));
  };
  for (const [product, { images }] of value.products.entries()) {
    for (const [at, { file }] of images.entries()) note(file, ["products", product, "images", at, "file"]);
  }
  for (const [at, { image }] of value.collections.entries()) {
    if (image) note(image.file, ["collections", at, "image", "file"]);
  }
  return { file: value, pictureLines };
}

const THREAD = new URL("./parse-products-worker.ts", import.meta.url);

/** What the thread returns: the parsed file, or what is wrong with it. */
export type ParseResult = { ok: true; parsed: ParsedProducts } | { ok: false; message: string };

/** Runs {@link parseProducts} on another thread. @throws {Error} as that function does, or if the thread fails */
export async function parseProductsInThread(source: string, currency: string): Promise<ParsedProducts> {
  const result = await askThread<ParseResult>(THREAD, { source, currency });
  if (!result.ok) throw new Error(result.message);
  return result.parsed;
}
