import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { ContentError, withContentError } from "../../../../content/content.ts";
import { toIssue } from "../../../../content/content-file.ts";
import { timeInName } from "../../../../data/backup-names.ts";
import { sync, writeInPlace } from "../../../../data/files.ts";
import { checkProducts } from "../catalogue/check-products.ts";
import { ProductsFileSchema } from "../catalogue/products-file.ts";
import { PRODUCTS_FILE, parseProducts, parseStore, STORE_FILE } from "../catalogue/shop-files.ts";
import { type FetchedPicture, PictureError } from "./fetch-picture.ts";
import { collectProducts, type ImportedProduct, type RejectedRow } from "./imported-product.ts";
import { toProductYaml } from "./product-entry.ts";
import { type MergeResult, openProductsDocument } from "./products-document.ts";
import { readProductCsv } from "./read-product-csv.ts";
import { storePicture } from "./store-picture.ts";

export type ImportOptions = {
  contentDir: string;
  /** Path of Shopify's product file. */
  file: string;
  /** Reports what would happen and writes nothing. */
  isDryRun: boolean;
  /** If absent, the import fetches no pictures. @throws {PictureError} */
  fetchPicture?: (url: string) => Promise<FetchedPicture>;
  clock: () => Date;
  /** Called before each product. */
  onProgress?: (handle: string, done: number, all: number) => void;
};

/** What an import did or, in a dry run, would do. */
export type ImportReport = {
  /** Handles of products, grouped by what the import did with them, in the order of the file. */
  results: Record<MergeResult, string[]>;
  /** Descriptions of the changes of existing products, by handle. */
  changes: Map<string, readonly string[]>;
  rejected: RejectedRow[];
  /** Number of fetched pictures. */
  pictures: number;
  /** Pictures that could not be fetched. */
  missing: { url: string; reason: string }[];
  /** Backup of the previous `products.yaml`; absent if it was not changed or did not exist. */
  backup?: string;
};

/** Concurrent fetches of pictures. */
const MAX_FETCHES = 4;

/**
 * Imports Shopify's product file into `products.yaml`. Existing products and comments stay. Rows that cannot be
 * imported are reported. At the end the file is backed up and replaced in one step.
 *
 * @throws {ContentError} if the product file or the owner's files cannot be used, or `products.yaml` was edited
 *   during the import; nothing is changed then
 */
export async function importProducts(options: ImportOptions): Promise<ImportReport> {
  const { contentDir, file, isDryRun, clock, onProgress } = options;
  const path = join(contentDir, PRODUCTS_FILE);
  const source = readIfThere(path);
  const currency = readCurrency(contentDir);
  withContentError(() => parseProducts(source, currency));

  const { products, rejected } = await collectProducts(readProductCsv(file));
  const today = clock().toISOString().slice(0, 10);
  const report: ImportReport = {
    results: { added: [], changed: [], same: [] },
    changes: new Map(),
    rejected,
    pictures: 0,
    missing: [],
  };
  const document = openProductsDocument(source);
  for (const [at, product] of products.entries()) {
    const reason = checkProduct(product, currency);
    if (reason !== undefined) {
      rejected.push({ line: product.line, reason });
      continue;
    }
    onProgress?.(product.handle, at + 1, products.length);
    const files = await fetchPictures(product, options, report);
    const { result, changes } = document.merge(product, files, today);
    report.results[result].push(product.handle);
    if (result === "changed") report.changes.set(product.handle, changes);
  }
  rejected.sort((one, two) => one.line - two.line);

  const written = document.toString();
  // The whole file may have issues that a single product does not have.
  withContentError(() => parseProducts(written, currency));
  const isChanged = report.results.added.length + report.results.changed.length > 0;
  if (isDryRun || !isChanged) return report;
  // Fetching pictures takes minutes. The owner may have edited the file meanwhile.
  if (readIfThere(path) !== source) {
    throw new ContentError(`${PRODUCTS_FILE} was changed while the import ran, so it was left as it is. Run it again.`);
  }
  mkdirSync(dirname(path), { recursive: true });
  const backup = backUp(path, clock());
  writeInPlace(path, written);
  return { ...report, ...(backup !== undefined && { backup }) };
}

/** Copies the file, because the import overwrites prices and stock. @returns the copy's path; undefined if none */
function backUp(path: string, now: Date): string | undefined {
  if (!existsSync(path)) return undefined;
  for (let time = now.getTime(); ; time += 1) {
    const backup = `${path}.before-${timeInName(new Date(time))}`;
    if (existsSync(backup)) continue;
    copyFileSync(path, backup, constants.COPYFILE_EXCL);
    sync(backup);
    return backup;
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function readCurrency(contentDir: string): string {
  const path = join(contentDir, STORE_FILE);
  if (!existsSync(path)) throw new ContentError(`${STORE_FILE} is missing; it says in which currency prices are.`);
  return withContentError(() => parseStore(readFileSync(path, "utf8")).currency);
}

/** Checks a single product. @returns why it is rejected */
function checkProduct(product: ImportedProduct, currency: string): string | undefined {
  const { handle } = product;
  const result = v.safeParse(ProductsFileSchema, { products: [{ handle, ...toProductYaml(product) }] });
  const [issue] = result.success ? checkProducts(result.output, currency) : result.issues.map(toIssue);
  if (!issue) return undefined;
  const key = issue.path.findLast((name) => typeof name === "string");
  return `"${handle}", ${key}: ${issue.message}`;
}

/** Fetches the pictures of a product. @returns their files by URL */
async function fetchPictures(
  product: ImportedProduct,
  { contentDir, fetchPicture, isDryRun }: ImportOptions,
  report: ImportReport,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  if (!fetchPicture) return files;
  const variantUrls = product.variants.flatMap(({ imageUrl }) => imageUrl ?? []);
  const urls = [...new Set([...product.images.map(({ url }) => url), ...variantUrls])];
  if (isDryRun) {
    report.pictures += urls.length;
    return files;
  }
  for (let at = 0; at < urls.length; at += MAX_FETCHES) {
    const batch = urls.slice(at, at + MAX_FETCHES);
    const results = await Promise.allSettled(batch.map(fetchPicture));
    for (const [index, result] of results.entries()) {
      const url = batch[index] ?? "";
      if (result.status === "fulfilled") {
        files.set(url, storePicture(join(contentDir, "store"), url, result.value));
        report.pictures += 1;
      } else if (result.reason instanceof PictureError) {
        report.missing.push({ url, reason: result.reason.message });
      } else throw result.reason;
    }
  }
  return files;
}
