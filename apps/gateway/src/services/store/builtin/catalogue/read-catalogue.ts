import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ContentError, type FindPicture } from "../../../../content/content.ts";
import { readYamlFile } from "../../../../content/yaml-file.ts";
import type { Logger } from "../../../../log.ts";
import type { Catalogue, CatalogueSnapshot } from "./catalogue.ts";
import { checkProducts } from "./check-products.ts";
import { checkStore } from "./check-store.ts";
import { createCollection, createProduct } from "./create-product.ts";
import { createSettings } from "./create-settings.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { EMPTY_SHOP_SETTINGS } from "./default-settings.ts";
import { createShopPictures, type ShopPictures } from "./images.ts";
import { POLICY_FILES, readPolicies } from "./policies.ts";
import { ProductsFileSchema } from "./products-file.ts";
import { StoreFileSchema } from "./store-file.ts";
import type { StoreSettings } from "./store-settings.ts";

/** What a catalogue is read from. */
export type CatalogueOptions = {
  /** The owner's `content`; without a folder `store` in it the shop is empty. */
  contentDir: string;
  /** Whose host the policies name. */
  publicUrl: string;
  findPicture: FindPicture;
  /** The artist's name, which is the shop's. */
  shopName: () => string;
  clock: () => Date;
  log: Logger;
};

/** Products and collections, as the owner knows the file. */
export const PRODUCTS_FILE = "store/products.yaml";
/** Everything about selling that is not a product. */
export const STORE_FILE = "store/store.yaml";

const FILES = [PRODUCTS_FILE, STORE_FILE, ...POLICY_FILES];

/** The folder is looked at no more often than this, in milliseconds, however many ask. */
const LOOK_MS = 100;
/** Pictures are many and change rarely. */
const PICTURE_LOOK_MS = 1_000;

/** One reading, and what it depends on. */
type Reading = { snapshot: CatalogueSnapshot; pictures: ShopPictures; pictureStamp: string };

/**
 * The catalogue of the owner's files, read again after they changed: an edit shows on the next look.
 * A broken edit is logged and the last good reading stays.
 *
 * @throws {ContentError} when the files cannot be used at the start; it names the file, the line and the mistake
 */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { contentDir, clock, log } = options;
  let stamp = stampOf(contentDir);
  let reading = read(options);
  let lookedAt = clock().getTime();
  let picturesLookedAt = lookedAt;

  function look(): void {
    const now = clock().getTime();
    if (!hasPassed(lookedAt, now, LOOK_MS)) return;
    lookedAt = now;
    const next = stampOf(contentDir);
    const areFilesOther = next !== stamp;
    if (!areFilesOther && !hasPassed(picturesLookedAt, now, PICTURE_LOOK_MS)) return;
    picturesLookedAt = now;
    if (!areFilesOther && reading.pictures.stamp() === reading.pictureStamp) return;
    stamp = next;
    try {
      const latest = read(options);
      // A file that was only touched is the same catalogue, and what was worked out for it holds.
      if (latest.snapshot.version !== reading.snapshot.version) reading = latest;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      log.error({ reason: error.message }, "an edit of the shop cannot be used; the last good one stays");
      // Said once: the next look waits for another edit.
      reading = { ...reading, pictureStamp: reading.pictures.stamp() };
    }
  }

  return {
    current() {
      look();
      return reading.snapshot;
    },
  };
}

/** Whether a span is over. A clock that was set back ends it too. */
function hasPassed(from: number, now: number, span: number): boolean {
  return now < from || now - from >= span;
}

function read({ contentDir, publicUrl, findPicture, shopName, log }: CatalogueOptions): Reading {
  const pictures = createShopPictures(findPicture);
  try {
    const productsSource = textOf(contentDir, PRODUCTS_FILE);
    const storeSource = textOf(contentDir, STORE_FILE);
    const name = shopName();
    const settings = settingsOf(storeSource, productsSource);
    const { products, collections } = productsOf(productsSource ?? "", settings, name, pictures);
    const policies = readPolicies(contentDir, publicUrl);
    const pictureStamp = pictures.stamp();
    const missing = pictures.missing();
    if (missing.length > 0) {
      log.warn({ files: missing }, "pictures that products name are not in content/store, or are no pictures");
    }
    const shop = { name, description: settings.description, policies };
    const version = checksumOf([productsSource, storeSource, pictureStamp, JSON.stringify(shop)]);
    const snapshot = createSnapshot({ version, settings, shop, products, collections });
    return { snapshot, pictures, pictureStamp };
  } catch (cause) {
    throw new ContentError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function settingsOf(storeSource: string | undefined, productsSource: string | undefined): StoreSettings {
  if (storeSource !== undefined) return parseStore(storeSource);
  if (productsSource === undefined) return EMPTY_SHOP_SETTINGS;
  throw new Error(`${STORE_FILE} is missing; it says in which currency the prices of ${PRODUCTS_FILE} are`);
}

/**
 * Reads the text of `store.yaml`.
 *
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function parseStore(source: string): StoreSettings {
  const { value, refuse } = readYamlFile(STORE_FILE, source, StoreFileSchema);
  refuse(checkStore(value));
  return createSettings(value);
}

function productsOf(source: string, { currency }: StoreSettings, vendor: string, { findImage }: ShopPictures) {
  const { value, refuse } = readYamlFile(PRODUCTS_FILE, source, ProductsFileSchema);
  refuse(checkProducts(value, currency));
  const onSale = value.products.filter(({ hidden }) => !hidden);
  const products = onSale.map((entry) => createProduct(entry, { currency, vendor, findImage }));
  const byHandle = new Map(products.map((product) => [product.handle, product]));
  const productOf = (handle: string) => byHandle.get(handle);
  const collections = value.collections.map((entry) => createCollection(entry, productOf, findImage));
  return { products, collections };
}

function textOf(contentDir: string, file: string): string | undefined {
  const path = join(contentDir, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function checksumOf(parts: readonly (string | undefined)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(JSON.stringify(part ?? null));
  return hash.digest("hex").slice(0, 16);
}

function stampOf(contentDir: string): string {
  return FILES.map((file) => {
    const found = statSync(join(contentDir, file), { throwIfNoEntry: false });
    return found ? `${found.mtimeMs}:${found.size}` : "-";
  }).join();
}
