import { createHash } from "node:crypto";
import { join } from "node:path";
import { setImmediate as nextSlice } from "node:timers/promises";
import type { Show } from "@porchlight/protocol/shows.ts";
import { ContentError, type FindPicture, withContentError } from "../../../../content/content.ts";
import { joinIssues } from "../../../../content/content-file.ts";
import { createEditProblem, SETTLED_MS } from "../../../../content/edit-problem.ts";
import { findFile, suggestOtherCase } from "../../../../content/file-names.ts";
import { isUsablePicture, UNUSABLE_FORMAT } from "../../../../content/originals.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { Logger } from "../../../../lib/log.ts";
import type { Catalogue, CatalogueSnapshot, Product } from "./catalogue.ts";
import { createCollection, createProduct } from "./create-product.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { readPolicies } from "./policies.ts";
import type { ProductEntry } from "./products-file.ts";
import {
  listShopPaths,
  NO_PRODUCTS,
  type ParsedProducts,
  PRODUCTS_FILE,
  parseProducts,
  parseProductsInThread,
  readShopTexts,
  type ShopTexts,
  STORE_FILE,
  shopFilesStamp,
  toSettings,
} from "./shop-files.ts";
import { createShopPictures, type ShopPictures } from "./shop-pictures.ts";
import { applyEarlierStock, readStockNumbers, type StockNumbers } from "./stock-numbers.ts";
import type { Discount, StoreSettings } from "./store-settings.ts";

export type CatalogueOptions = {
  /** The owner's `content`. If it has no folder `store`, the shop is empty. */
  contentDir: string;
  /** Its host is the value of `{site}` in policies. */
  publicUrl: string;
  findPicture: FindPicture;
  /** The artist's name. */
  shopName: () => string;
  /** The artist's language, "en-GB", for amounts and dates. */
  language: () => string;
  /** All shows that visitors may see now. An order can be picked up at the next ones. */
  shows: () => readonly Show[];
  clock: () => Date;
  log: Logger;
};

/** Pause between checks of the folder, in milliseconds. */
const CHECK_MS = 100;
/** Pause between checks of the pictures, in milliseconds. There are many, and they change rarely. */
const PICTURE_CHECK_MS = 1_000;

/** From this many characters on, a changed `products.yaml` is parsed on another thread. */
const LARGE = 64 * 1024;
/** Products created in one time slice, when there are many. */
const PRODUCTS_PER_SLICE = 25;

/** One reading of the folder, and the data on which it depends. */
type Reading = {
  texts: ShopTexts;
  parsed: ParsedProducts;
  snapshot: CatalogueSnapshot;
  pictures: ShopPictures;
  pictureStamp: string;
  /** Whether some stock numbers are still the earlier ones. */
  hasEarlierStock: boolean;
};

/**
 * Creates the catalogue of `content/store` and reads it again after each change. An edit shows at the next check, an
 * edit of a large file as soon as it is parsed. After a broken edit, and after a file was deleted, the last good
 * reading stays. The problem is logged once the files have settled.
 *
 * Only stock numbers wait until the files have settled. In the middle of an upload, a file may be valid. If a number
 * were missing or cut in half at that moment, it would count as a new one, and sold pieces would be for sale again.
 *
 * @throws {ContentError} if the files cannot be used at the start; it names the file, the line and the issue
 */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { contentDir, clock, log } = options;
  const getStamp = () => `${shopFilesStamp(contentDir)} ${options.language()}`;
  let stamp = getStamp();
  let reading = withContentError(() => read(options));
  let isReading = false;
  let checkedAt = clock().getTime();
  let picturesCheckedAt = checkedAt;
  let settledStock = readStockNumbers(reading.snapshot.products);
  // When the files were last found changed; undefined once they have settled.
  let changedAt: number | undefined;
  let isBroken = false;
  const problem = createEditProblem({
    paths: listShopPaths(contentDir),
    clock,
    report: (reason) => log.error({ reason }, "an edit of the shop cannot be used; the last good one stays"),
  });

  function check(): void {
    const now = clock().getTime();
    if (isReading || !hasPassed(checkedAt, now, CHECK_MS)) return;
    checkedAt = now;
    const next = getStamp();
    const haveFilesChanged = next !== stamp;
    if (!haveFilesChanged) problem.check();
    if (haveFilesChanged) changedAt = now;
    else if (changedAt !== undefined && hasPassed(changedAt, now, SETTLED_MS)) {
      changedAt = undefined;
      useNewStock();
    }
    if (isReading) return;
    if (!haveFilesChanged && !hasPassed(picturesCheckedAt, now, PICTURE_CHECK_MS)) return;
    picturesCheckedAt = now;
    if (!haveFilesChanged && reading.pictures.stamp() === reading.pictureStamp) return;
    stamp = next;
    readAgain();
  }

  function useNewStock(): void {
    // The last good reading may be the first half of the file that is broken now.
    if (isBroken) return;
    if (reading.hasEarlierStock) readAgain();
    else use(reading);
  }

  function readAgain(): void {
    const earlierStock = changedAt === undefined ? undefined : settledStock;
    try {
      const texts = withContentError(() => readShopTexts(contentDir, reading.texts));
      if ((texts.products?.length ?? 0) < LARGE) {
        useUnlessChanged(withContentError(() => read(options, texts, reading, earlierStock)));
        return;
      }
      isReading = true;
      readInSlices(options, texts, reading, earlierStock)
        .then(useUnlessChanged)
        .catch(reject)
        .finally(() => {
          isReading = false;
        });
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      reject(error);
    }
  }

  function useUnlessChanged(latest: Reading): void {
    // A file that has changed meanwhile may have been half written, so the next check reads it again.
    if (getStamp() === stamp) use(latest);
  }

  function use(latest: Reading): void {
    // If a save changed nothing, the snapshot stays, with its indexes and caches.
    if (latest.snapshot.version !== reading.snapshot.version) reading = latest;
    if (changedAt === undefined) settledStock = readStockNumbers(reading.snapshot.products);
    isBroken = false;
    problem.clear();
  }

  function reject(error: unknown): void {
    problem.set(error instanceof Error ? error.message : String(error));
    // The next check waits for another edit, so that the problem is reported only once.
    reading = { ...reading, pictureStamp: reading.pictures.stamp() };
    isBroken = true;
  }

  return {
    current() {
      check();
      return reading.snapshot;
    },
    problem: problem.reported,
  };
}

/** @throws {Error} with a message that names the file, the lines and the issues */
function read(
  options: CatalogueOptions,
  texts = readShopTexts(options.contentDir),
  before?: Reading,
  earlierStock?: StockNumbers,
): Reading {
  const settings = toSettings(texts, { ...options, language: options.language() });
  const parsed = reuseParsed(texts, settings, before) ?? parseProducts(texts.products ?? "", settings.currency);
  const steps = createReading(options, texts, settings, parsed, before, earlierStock);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Reads a large shop in time slices, between which requests are served. @throws {Error} as {@link read} does */
async function readInSlices(
  options: CatalogueOptions,
  texts: ShopTexts,
  before: Reading,
  earlierStock: StockNumbers | undefined,
): Promise<Reading> {
  const settings = toSettings(texts, { ...options, language: options.language() });
  const parsed =
    reuseParsed(texts, settings, before) ?? (await parseProductsInThread(texts.products ?? "", settings.currency));
  const steps = createReading(options, texts, settings, parsed, before, earlierStock);
  for (;;) {
    await nextSlice();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The parsed products if the file is missing or unchanged; undefined if it has to be parsed. */
function reuseParsed(
  { products }: ShopTexts,
  { currency }: StoreSettings,
  before: Reading | undefined,
): ParsedProducts | undefined {
  if (products === undefined) return NO_PRODUCTS;
  const isSame = before?.texts.products === products && before.snapshot.settings.currency === currency;
  return isSame ? before.parsed : undefined;
}

/** Creates a reading, and yields after every few products. */
function* createReading(
  { contentDir, publicUrl, findPicture, shopName, log }: CatalogueOptions,
  texts: ShopTexts,
  settings: StoreSettings,
  parsed: ParsedProducts,
  before: Reading | undefined,
  earlierStock: StockNumbers = new Map(),
): Generator<undefined, Reading> {
  const pictures = createShopPictures(findPicture);
  const { findImage } = pictures;
  const name = shopName();
  const { currency } = settings;
  const byHandle = new Map<string, Product>();
  const earlierNumbers: ReturnType<typeof applyEarlierStock> = [];
  for (const entry of parsed.file.products) {
    if (entry.hidden) continue;
    const product = createProduct(entry, { currency, vendor: name, findImage });
    earlierNumbers.push(...applyEarlierStock(product, earlierStock));
    byHandle.set(entry.handle, product);
    if (byHandle.size % PRODUCTS_PER_SLICE === 0) yield;
  }
  const collections = parsed.file.collections.map((entry) =>
    createCollection(entry, (handle) => byHandle.get(handle), findImage),
  );
  const policies = readPolicies({ contentDir, publicUrl, log }, before?.snapshot.shop.policies);
  yield;
  const pictureStamp = pictures.stamp();
  warnAboutMissing(contentDir, pictures.missing(), parsed.pictureLines, log);
  warnAboutDiscounts(settings.discounts, parsed.file.products, log);
  const shop = { name, description: settings.description, policies };
  const version = checksum([
    texts.products,
    texts.store,
    settings.language,
    pictureStamp,
    JSON.stringify(shop),
    JSON.stringify(earlierNumbers),
  ]);
  const snapshot = createSnapshot({ version, settings, shop, products: [...byHandle.values()], collections });
  return { texts, parsed, snapshot, pictures, pictureStamp, hasEarlierStock: earlierNumbers.length > 0 };
}

function warnAboutMissing(
  contentDir: string,
  files: readonly string[],
  lines: ReadonlyMap<string, number>,
  log: Logger,
): void {
  if (files.length === 0) return;
  const folder = join(contentDir, "store");
  const findReason = (file: string) => {
    if (!isUsablePicture(file)) return UNUSABLE_FORMAT;
    const capitals = suggestOtherCase(folder, file);
    const isThere = capitals === "" && findFile(folder, file) !== undefined;
    return isThere ? "is being prepared, or is no picture" : `is not in content/store${capitals}`;
  };
  const describe = (file: string) => `line ${lines.get(file)}: ${file} ${findReason(file)}`;
  log.warn({ files, reason: joinIssues(PRODUCTS_FILE, files, describe) }, "pictures of the shop are left out");
}

function warnAboutDiscounts(discounts: readonly Discount[], products: readonly ProductEntry[], log: Logger): void {
  const handles = new Set(products.map(({ handle }) => handle));
  const missing = discounts.flatMap(({ code, products: named = [] }) =>
    named.flatMap((handle) => (handles.has(handle) ? [] : { code, handle })),
  );
  if (missing.length === 0) return;
  const reason = joinIssues(STORE_FILE, missing, ({ code, handle }) => `${code}: there is no product "${handle}"`);
  log.warn({ reason }, "discounts name unknown products");
}

function checksum(parts: readonly (string | undefined)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(JSON.stringify(part ?? null));
  return hash.digest("hex").slice(0, 16);
}
