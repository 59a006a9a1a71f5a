import { toHtml } from "../../../../content/markdown.ts";
import type { CatalogueImage, Collection, Product, UnitPriceMeasurement, Variant } from "./catalogue.ts";
import { toMinorUnits } from "./create-settings.ts";
import { numericId } from "./numeric-id.ts";
import {
  type CollectionEntry,
  PER_ORDER_WHERE_COUNTED,
  type ProductEntry,
  type VariantEntry,
} from "./products-file.ts";
import { isUnit, type MeasuredType, UNITS, type Unit } from "./units.ts";

/** Finds the prepared picture of a file in `content/store`, by its name in `products.yaml`. */
export type FindImage = (file: string, alt: string, owner: string) => CatalogueImage | null;

type ProductContext = { currency: string; vendor: string; findImage: FindImage };

/** Title of the only variant of a product without options. Source: Storefront API, as Shopify returns it. */
const DEFAULT_VARIANT_TITLE = "Default Title";

/** The option of a product without options. */
const DEFAULT_OPTION = { name: "Title", values: [DEFAULT_VARIANT_TITLE] };

/**
 * Date of a product without `added`. The file's own date cannot replace it: it differs on every machine, and one edit
 * changes it for all products.
 */
const LONG_AGO = "1970-01-01T00:00:00.000Z";

/** Creates a product from an entry that `checkProducts` accepted. */
export function createProduct(entry: ProductEntry, { currency, vendor, findImage }: ProductContext): Product {
  const { handle } = entry;
  const html = toHtml(entry.description);
  const createdAt = entry.added ?? LONG_AGO;
  const findOwnImage = (file: string, alt: string) => findImage(file, alt, handle);
  const altByFile = new Map(entry.images.map(({ file, alt }) => [file, alt]));
  const options = toOptions(entry);
  const variants: Variant[] = [];
  const product: Product = {
    id: numericId(`product:${handle}`),
    handle,
    title: entry.title,
    description: toPlainText(html),
    descriptionHtml: html,
    vendor: entry.vendor ?? vendor,
    productType: entry.type,
    tags: entry.tags,
    release: entry.release ?? null,
    createdAt,
    updatedAt: entry.updated ?? createdAt,
    publishedAt: createdAt,
    options: options.map(({ name, values }) => ({ id: numericId(`option:${handle}/${name}`), name, values })),
    images: entry.images.flatMap(({ file, alt }) => findOwnImage(file, alt) ?? []),
    variants,
  };
  for (const variant of toVariantEntries(entry)) {
    const title = variant.options.join(" / ");
    const own = { ...entry, ...variant };
    const image = variant.image === undefined ? null : findOwnImage(variant.image, altByFile.get(variant.image) ?? "");
    variants.push({
      id: numericId(`variant:${handle}/${title}`),
      product,
      title,
      selectedOptions: options.map(({ name }, at) => ({ name, value: variant.options[at] ?? "" })),
      price: toMinorUnits(own.price ?? "0", currency),
      compareAtPrice: own.compareAt === undefined ? null : toMinorUnits(own.compareAt, currency),
      sku: own.sku ?? null,
      barcode: own.barcode ?? null,
      weight: own.grams ?? 0,
      requiresShipping: own.shipped ?? true,
      taxable: own.taxed ?? true,
      withdrawal: own.withdrawal ?? null,
      image: image ?? product.images[0] ?? null,
      unitPriceMeasurement: own.measure ? toMeasurement(own.measure) : null,
      listedStock: own.stock ?? null,
      countedAt: own.counted ?? null,
      sellsBeyondStock: own.keepSelling ?? false,
      perOrder: own.perOrder ?? (own.stock === undefined ? null : PER_ORDER_WHERE_COUNTED),
    });
  }
  return product;
}

/** Creates a collection from the products on sale. */
export function createCollection(
  entry: CollectionEntry,
  findProduct: (handle: string) => Product | undefined,
  findImage: FindImage,
): Collection {
  const html = toHtml(entry.description);
  const products = entry.products.flatMap((handle) => findProduct(handle) ?? []);
  const newest = products.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), LONG_AGO);
  const { image } = entry;
  return {
    id: numericId(`collection:${entry.handle}`),
    handle: entry.handle,
    title: entry.title,
    description: toPlainText(html),
    descriptionHtml: html,
    updatedAt: entry.updated ?? newest,
    image: image ? findImage(image.file, image.alt, `collection ${entry.handle}`) : null,
    products,
  };
}

/** The options of a product. Without options it has one option with one value, as the Storefront API requires. */
export function toOptions(entry: ProductEntry): readonly { name: string; values: string[] }[] {
  return entry.options.length === 0 ? [DEFAULT_OPTION] : entry.options;
}

/** The variants of a product. If the owner lists none, there is one for every combination of options. */
export function toVariantEntries(entry: ProductEntry): readonly VariantEntry[] {
  if (entry.variants.length > 0) return entry.variants;
  let combinations: string[][] = [[]];
  for (const { values } of toOptions(entry)) {
    combinations = combinations.flatMap((combination) => values.map((value) => [...combination, value]));
  }
  return combinations.map((options) => ({ options }));
}

function toMeasurement({ holds, per }: { holds: string; per: string }): UnitPriceMeasurement | null {
  const held = parseQuantity(holds);
  const reference = parseQuantity(per);
  if (!held || !reference) return null;
  return {
    measuredType: UNITS[held.unit].type,
    quantityUnit: held.unit,
    quantityValue: held.value,
    referenceUnit: reference.unit,
    referenceValue: reference.value,
  };
}

/** Parses "340 ml". */
function parseQuantity(written: string): { value: number; unit: Unit } | undefined {
  const value = Number.parseInt(written, 10);
  const unit = written.slice(String(value).length).trim().toUpperCase();
  return isUnit(unit) ? { value, unit } : undefined;
}

/** What a quantity such as "340 ml" measures. Only quantities of the same type can be compared. */
export function findMeasuredType(written: string): MeasuredType | undefined {
  const measured = parseQuantity(written);
  return measured && UNITS[measured.unit].type;
}

const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** The text of HTML from our Markdown. In it, every `<` outside a tag and every `>` in an attribute is escaped. */
function toPlainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
