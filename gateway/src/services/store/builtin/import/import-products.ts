import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { ContentError, refusing } from "../../../../content/content.ts";
import { mistakeOf } from "../../../../content/owners-file.ts";
import { timeInName } from "../../../../data/backup-names.ts";
import { sync, writeInPlace } from "../../../../data/files.ts";
import { checkProducts } from "../catalogue/check-products.ts";
import { ProductsFileSchema } from "../catalogue/products-file.ts";
import { PRODUCTS_FILE, parseProducts, parseStore, STORE_FILE } from "../catalogue/shop-files.ts";
import { type FetchedPicture, PictureError } from "./fetch-picture.ts";
import { collectProducts, type ImportedProduct, type RefusedRow } from "./imported-product.ts";
import { keepPicture } from "./keep-pictures.ts";
import { writtenProduct } from "./product-entry.ts";
import { type Outcome, openProductsDocument } from "./products-document.ts";
import { readProductCsv } from "./read-product-csv.ts";

/** What to import, and how. */
export type ImportOptions = {
  contentDir: string;
  /** Shopify's product file. */
  file: string;
  /** Only says what would happen. */
  isDryRun: boolean;
  /** Fetches a picture; absent when pictures stay where they are. @throws {PictureError} */
  fetchPicture?: (url: string) => Promise<FetchedPicture>;
  clock: () => Date;
  /** Told of each product as it is done, for somebody who waits. */
  onProgress?: (handle: string, done: number, all: number) => void;
};

/** What an import did, or would do. */
export type ImportReport = {
  /** Handles, in the order of the file. */
  outcomes: Record<Outcome, string[]>;
  /** What changes of each product that was there and changes, in words, by its handle. */
  changes: Map<string, readonly string[]>;
  refused: RefusedRow[];
  /** Pictures that were fetched; in a dry run those that would be. */
  pictures: number;
  /** Pictures that could not be had, and why. */
  missing: { url: string; reason: string }[];
  /** Where `products.yaml` is kept as it was; absent when it stays as it is, or was not there. */
  kept?: string;
};

/** Pictures fetched at one time. */
const AT_ONCE = 4;

/**
 * Takes products from Shopify's product file into `products.yaml`. Products and comments that stand there stay. Rows
 * that cannot be used are named; the others go in. The file is replaced in one step, after everything else, and kept as it
 * was beside its name.
 *
 * @throws {ContentError} when the product file or the owner's files cannot be used, or `products.yaml` was edited
 *   meanwhile; it is left as it is then
 */
export async function importProducts(options: ImportOptions): Promise<ImportReport> {
  const { contentDir, file, isDryRun, clock, onProgress } = options;
  const path = join(contentDir, PRODUCTS_FILE);
  const source = textOf(path);
  const currency = currencyOf(contentDir);
  refusing(() => parseProducts(source, currency));

  const { products, refused } = await collectProducts(readProductCsv(file));
  const today = clock().toISOString().slice(0, 10);
  const report: ImportReport = {
    outcomes: { added: [], changed: [], same: [] },
    changes: new Map(),
    refused,
    pictures: 0,
    missing: [],
  };
  const document = openProductsDocument(source);
  for (const [at, product] of products.entries()) {
    const reason = whyRefused(product, currency);
    if (reason !== undefined) {
      refused.push({ line: product.line, reason });
      continue;
    }
    onProgress?.(product.handle, at + 1, products.length);
    const fileOf = await picturesOf(product, options, report);
    const { outcome, changes } = document.merge(product, fileOf, today);
    report.outcomes[outcome].push(product.handle);
    if (outcome === "changed") report.changes.set(product.handle, changes);
  }
  refused.sort((one, two) => one.line - two.line);

  const result = document.toString();
  // Together with what was there something may not fit, such as a collection's product.
  refusing(() => parseProducts(result, currency));
  const isChanged = report.outcomes.added.length + report.outcomes.changed.length > 0;
  if (isDryRun || !isChanged) return report;
  // Pictures take minutes, in which the owner may have gone on writing.
  if (textOf(path) !== source) {
    throw new ContentError(`${PRODUCTS_FILE} was changed while the import ran, so it was left as it is. Run it again.`);
  }
  mkdirSync(dirname(path), { recursive: true });
  const kept = keepPresent(path, clock());
  writeInPlace(path, result);
  return { ...report, ...(kept !== undefined && { kept }) };
}

/** Prices and stock that are written over stand nowhere else. @returns where the file is kept, if there is one */
function keepPresent(path: string, now: Date): string | undefined {
  if (!existsSync(path)) return undefined;
  for (let time = now.getTime(); ; time += 1) {
    const kept = `${path}.before-${timeInName(new Date(time))}`;
    if (existsSync(kept)) continue;
    copyFileSync(path, kept, constants.COPYFILE_EXCL);
    sync(kept);
    return kept;
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function currencyOf(contentDir: string): string {
  const path = join(contentDir, STORE_FILE);
  if (!existsSync(path)) throw new ContentError(`${STORE_FILE} is missing; it says in which currency prices are.`);
  return refusing(() => parseStore(readFileSync(path, "utf8")).currency);
}

/** Why a product could not stand in the file even by itself. */
function whyRefused(product: ImportedProduct, currency: string): string | undefined {
  const { handle } = product;
  const result = v.safeParse(ProductsFileSchema, { products: [{ handle, ...writtenProduct(product) }] });
  const [mistake] = result.success ? checkProducts(result.output, currency) : result.issues.map(mistakeOf);
  if (!mistake) return undefined;
  const key = mistake.path.findLast((name) => typeof name === "string");
  return `"${handle}", ${key}: ${mistake.sentence}`;
}

/** Fetches the pictures of a product. @returns their files by their addresses */
async function picturesOf(
  product: ImportedProduct,
  { contentDir, fetchPicture, isDryRun }: ImportOptions,
  report: ImportReport,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  if (!fetchPicture) return files;
  const ofVariants = product.variants.flatMap(({ imageUrl }) => imageUrl ?? []);
  const urls = [...new Set([...product.images.map(({ url }) => url), ...ofVariants])];
  if (isDryRun) {
    report.pictures += urls.length;
    return files;
  }
  for (let at = 0; at < urls.length; at += AT_ONCE) {
    const some = urls.slice(at, at + AT_ONCE);
    const answers = await Promise.allSettled(some.map(fetchPicture));
    for (const [index, answer] of answers.entries()) {
      const url = some[index] ?? "";
      if (answer.status === "fulfilled") {
        files.set(url, keepPicture(join(contentDir, "store"), url, answer.value));
        report.pictures += 1;
      } else if (answer.reason instanceof PictureError) {
        report.missing.push({ url, reason: answer.reason.message });
      } else throw answer.reason;
    }
  }
  return files;
}
