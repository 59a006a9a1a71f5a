import { createHash } from "node:crypto";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ContentError, type FindPicture, refusing } from "../../../../content/content.ts";
import { findFile, otherCapitals } from "../../../../content/file-names.ts";
import { createHeldMistake, STILL_MS } from "../../../../content/held-mistake.ts";
import { listed } from "../../../../content/owners-file.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { Logger } from "../../../../lib/log.ts";
import { hasUsableEnding, SAVE_AS_USABLE } from "../../../../media/pictures/originals.ts";
import type { Catalogue, CatalogueSnapshot, Product } from "./catalogue.ts";
import { createCollection, createProduct } from "./create-product.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { createShopPictures, type ShopPictures } from "./images.ts";
import { keepNumbers, type ListedNumbers, numbersOf } from "./listed-numbers.ts";
import { parseProductsAside } from "./parse-products.ts";
import { readPolicies } from "./policies.ts";
import type { ProductEntry } from "./products-file.ts";
import {
  NO_PRODUCTS,
  type ParsedProducts,
  PRODUCTS_FILE,
  parseProducts,
  readShopTexts,
  type ShopTexts,
  STORE_FILE,
  settingsOf,
  shopPaths,
  stampOfShopFiles,
} from "./shop-files.ts";
import type { Discount, StoreSettings } from "./store-settings.ts";

/** What a catalogue is read from. */
export type CatalogueOptions = {
  /** The owner's `content`; without a folder `store` in it the shop is empty. */
  contentDir: string;
  /** Whose host the policies name. */
  publicUrl: string;
  findPicture: FindPicture;
  /** The artist's name, which is the shop's. */
  shopName: () => string;
  /** The artist's language, "en-GB", in which the shop writes amounts and dates. */
  language: () => string;
  clock: () => Date;
  log: Logger;
};

/** The folder is looked at no more often than this, in milliseconds, however many ask. */
const LOOK_MS = 100;
/** Pictures are many and change rarely. */
const PICTURE_LOOK_MS = 1_000;

/** From this many characters on, a changed `products.yaml` is read beside the requests, not between them. */
const LARGE = 64 * 1024;
/** Products that are made in one turn of the event loop, when they are many. */
const PRODUCTS_A_TURN = 25;

/** One reading, and what it depends on. */
type Reading = {
  texts: ShopTexts;
  currency: string;
  parsed: ParsedProducts;
  snapshot: CatalogueSnapshot;
  pictures: ShopPictures;
  pictureStamp: string;
  /** Whether some numbers of pieces are those of before. */
  areNumbersStored: boolean;
};

/**
 * The catalogue of the owner's files, read again after they changed: an edit shows on the next look, one of a large
 * file as soon as it is read. A broken edit is logged once it has stood still, and the last good reading stays, as it
 * does when a file goes.
 *
 * Numbers of pieces alone wait until the files have stood still. A file that is being uploaded can be used at many a
 * point, and one that lacks a number for a moment, or the second half of it, would then seem to name a new one: pieces
 * that are sold would be for sale again.
 *
 * @throws {ContentError} when the files cannot be used at the start; it names the file, the line and the mistake
 */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { contentDir, clock, log } = options;
  const stampOfShop = () => `${stampOfShopFiles(contentDir)} ${options.language()}`;
  let stamp = stampOfShop();
  let reading = refusing(() => read(options));
  let isReading = false;
  let lookedAt = clock().getTime();
  let picturesLookedAt = lookedAt;
  let listed = numbersOf(reading.snapshot.products);
  // When the files were found to have changed, until they have stood still.
  let changedAt: number | undefined;
  let isRefused = false;
  const mistake = createHeldMistake({
    paths: shopPaths(contentDir),
    clock,
    tell: (reason) => log.error({ reason }, "an edit of the shop cannot be used; the last good one stays"),
  });

  function look(): void {
    const now = clock().getTime();
    if (isReading || !hasPassed(lookedAt, now, LOOK_MS)) return;
    lookedAt = now;
    const next = stampOfShop();
    const areFilesOther = next !== stamp;
    if (!areFilesOther) mistake.look();
    if (areFilesOther) changedAt = now;
    else if (changedAt !== undefined && hasPassed(changedAt, now, STILL_MS)) {
      changedAt = undefined;
      takeNumbersOver();
    }
    if (isReading) return;
    if (!areFilesOther && !hasPassed(picturesLookedAt, now, PICTURE_LOOK_MS)) return;
    picturesLookedAt = now;
    if (!areFilesOther && reading.pictures.stamp() === reading.pictureStamp) return;
    stamp = next;
    readAgain();
  }

  function takeNumbersOver(): void {
    // What was refused may be the rest of what the last good reading is the beginning of.
    if (isRefused) return;
    if (reading.areNumbersStored) readAgain();
    else takeOver(reading);
  }

  function readAgain(): void {
    const kept = changedAt === undefined ? undefined : listed;
    try {
      const texts = refusing(() => readShopTexts(contentDir, reading.texts));
      if ((texts.products?.length ?? 0) < LARGE) {
        takeOverUnlessChanged(refusing(() => read(options, texts, reading, kept)));
        return;
      }
      isReading = true;
      readInTurns(options, texts, reading, kept)
        .then(takeOverUnlessChanged)
        .catch(refuse)
        .finally(() => {
          isReading = false;
        });
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      refuse(error);
    }
  }

  function takeOverUnlessChanged(latest: Reading): void {
    // What has changed meanwhile was perhaps only half written: the next look reads it anew.
    if (stampOfShop() === stamp) takeOver(latest);
  }

  function takeOver(latest: Reading): void {
    // A file that was only touched is the same catalogue, and what was worked out for it holds.
    if (latest.snapshot.version !== reading.snapshot.version) reading = latest;
    if (changedAt === undefined) listed = numbersOf(reading.snapshot.products);
    isRefused = false;
    mistake.drop();
  }

  function refuse(error: unknown): void {
    mistake.hold(error instanceof Error ? error.message : String(error));
    // Said once: the next look waits for another edit.
    reading = { ...reading, pictureStamp: reading.pictures.stamp() };
    isRefused = true;
  }

  return {
    current() {
      look();
      return reading.snapshot;
    },
    trouble: mistake.told,
  };
}

/** @throws {Error} with a sentence that names the file, the lines and the mistakes */
function read(
  options: CatalogueOptions,
  texts = readShopTexts(options.contentDir),
  before?: Reading,
  kept?: ListedNumbers,
): Reading {
  const settings = settingsOf(texts, options.language());
  const parsed = parsedBefore(texts, settings, before) ?? parseProducts(texts.products ?? "", settings.currency);
  const making = make(options, texts, settings, parsed, before, kept);
  for (;;) {
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** Reads a large shop so that requests are answered meanwhile. @throws {Error} as {@link read} does */
async function readInTurns(
  options: CatalogueOptions,
  texts: ShopTexts,
  before: Reading,
  kept: ListedNumbers | undefined,
): Promise<Reading> {
  const settings = settingsOf(texts, options.language());
  const parsed =
    parsedBefore(texts, settings, before) ?? (await parseProductsAside(texts.products ?? "", settings.currency));
  const making = make(options, texts, settings, parsed, before, kept);
  for (;;) {
    await nextTurn();
    const { done, value } = making.next();
    if (done) return value;
  }
}

/** What is known of products without reading them again: there are none, or they are those of before. */
function parsedBefore(
  { products }: ShopTexts,
  { currency }: StoreSettings,
  before: Reading | undefined,
): ParsedProducts | undefined {
  if (products === undefined) return NO_PRODUCTS;
  const isSame = before?.texts.products === products && before.currency === currency;
  return isSame ? before.parsed : undefined;
}

/** Makes the catalogue, and pauses after every few products. */
function* make(
  { contentDir, publicUrl, findPicture, shopName, log }: CatalogueOptions,
  texts: ShopTexts,
  settings: StoreSettings,
  parsed: ParsedProducts,
  before: Reading | undefined,
  kept: ListedNumbers = new Map(),
): Generator<undefined, Reading> {
  const pictures = createShopPictures(findPicture);
  const { findImage } = pictures;
  const name = shopName();
  const { currency } = settings;
  const byHandle = new Map<string, Product>();
  const storedNumbers: ReturnType<typeof keepNumbers> = [];
  for (const entry of parsed.file.products) {
    if (entry.hidden) continue;
    const product = createProduct(entry, { currency, vendor: name, findImage });
    storedNumbers.push(...keepNumbers(product, kept));
    byHandle.set(entry.handle, product);
    if (byHandle.size % PRODUCTS_A_TURN === 0) yield;
  }
  const productOf = (handle: string) => byHandle.get(handle);
  const collections = parsed.file.collections.map((entry) => createCollection(entry, productOf, findImage));
  const policies = readPolicies({ contentDir, publicUrl, log }, before?.snapshot.shop.policies);
  yield;
  const pictureStamp = pictures.stamp();
  warnOfMissing(contentDir, pictures.missing(), parsed.pictureLines, log);
  warnOfDiscounts(settings.discounts, parsed.file.products, log);
  const shop = { name, description: settings.description, policies };
  const version = checksumOf([
    texts.products,
    texts.store,
    settings.language,
    pictureStamp,
    JSON.stringify(shop),
    JSON.stringify(storedNumbers),
  ]);
  const snapshot = createSnapshot({ version, settings, shop, products: [...byHandle.values()], collections });
  return { texts, currency, parsed, snapshot, pictures, pictureStamp, areNumbersStored: storedNumbers.length > 0 };
}

function warnOfMissing(
  contentDir: string,
  files: readonly string[],
  lines: ReadonlyMap<string, number>,
  log: Logger,
): void {
  if (files.length === 0) return;
  const folder = join(contentDir, "store");
  const reasonOf = (file: string) => {
    if (!hasUsableEnding(file)) return SAVE_AS_USABLE;
    const capitals = otherCapitals(folder, file);
    const isThere = capitals === "" && findFile(folder, file) !== undefined;
    return isThere ? "is being prepared, or is no picture" : `is not in content/store${capitals}`;
  };
  const sentenceOf = (file: string) => `line ${lines.get(file)}: ${file} ${reasonOf(file)}`;
  log.warn({ files, reason: listed(PRODUCTS_FILE, files, sentenceOf) }, "pictures of the shop are left out");
}

function warnOfDiscounts(discounts: readonly Discount[], products: readonly ProductEntry[], log: Logger): void {
  const handles = new Set(products.map(({ handle }) => handle));
  const missing = discounts.flatMap(({ code, products: named = [] }) =>
    named.flatMap((handle) => (handles.has(handle) ? [] : { code, handle })),
  );
  if (missing.length === 0) return;
  const reason = listed(STORE_FILE, missing, ({ code, handle }) => `${code}: there is no product "${handle}"`);
  log.warn({ reason }, "discounts are for products that are not there");
}

function checksumOf(parts: readonly (string | undefined)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(JSON.stringify(part ?? null));
  return hash.digest("hex").slice(0, 16);
}
