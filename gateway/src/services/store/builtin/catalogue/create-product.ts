import { toHtml } from "../../../../content/markdown.ts";
import type { CatalogueImage, Collection, Product, UnitPriceMeasurement, Variant } from "./catalogue.ts";
import { unitsOf } from "./create-settings.ts";
import { numericId } from "./numeric-id.ts";
import { plainTextOf } from "./plain-text.ts";
import {
  type CollectionEntry,
  PER_ORDER_WHERE_COUNTED,
  type ProductEntry,
  type VariantEntry,
} from "./products-file.ts";
import { isUnit, type Measured, UNITS, type Unit } from "./units.ts";

/** Finds the prepared picture of a file in `content/store`, by the file's name as the owner wrote it. */
export type FindImage = (file: string, alt: string, owner: string) => CatalogueImage | null;

/** What makes an entry a product, beside the entry itself. */
export type ProductContext = { currency: string; vendor: string; findImage: FindImage };

/** Title of the one variant of a product without options. Source: Storefront API, the hosted shop's own. */
const DEFAULT_VARIANT_TITLE = "Default Title";

/** The option that stands in for none. */
const DEFAULT_OPTION = { name: "Title", values: [DEFAULT_VARIANT_TITLE] };

/**
 * When a product says nothing of when it was added. The file's own date is no substitute: it differs on every machine
 * and changes for all products with each edit of one.
 */
const LONG_AGO = "1970-01-01T00:00:00.000Z";

/** Makes a product of an entry that `checkProducts` found nothing wrong with. */
export function createProduct(entry: ProductEntry, { currency, vendor, findImage }: ProductContext): Product {
  const { handle } = entry;
  const html = toHtml(entry.description);
  const createdAt = entry.added ?? LONG_AGO;
  const findOwn = (file: string, alt: string) => findImage(file, alt, handle);
  const altOf = new Map(entry.images.map(({ file, alt }) => [file, alt]));
  const options = optionsOf(entry);
  const variants: Variant[] = [];
  const product: Product = {
    id: numericId(`product:${handle}`),
    handle,
    title: entry.title,
    description: plainTextOf(html),
    descriptionHtml: html,
    vendor: entry.vendor ?? vendor,
    productType: entry.type,
    tags: entry.tags,
    createdAt,
    updatedAt: entry.updated ?? createdAt,
    publishedAt: createdAt,
    options: options.map(({ name, values }) => ({ id: numericId(`option:${handle}/${name}`), name, values })),
    images: entry.images.flatMap(({ file, alt }) => findOwn(file, alt) ?? []),
    variants,
  };
  for (const variant of variantEntriesOf(entry)) {
    const title = variant.options.join(" / ");
    const own = { ...entry, ...variant };
    const image = variant.image === undefined ? null : findOwn(variant.image, altOf.get(variant.image) ?? "");
    variants.push({
      id: numericId(`variant:${handle}/${title}`),
      product,
      title,
      selectedOptions: options.map(({ name }, at) => ({ name, value: variant.options[at] ?? "" })),
      price: unitsOf(own.price ?? "0", currency),
      compareAtPrice: own.compareAt === undefined ? null : unitsOf(own.compareAt, currency),
      sku: own.sku ?? null,
      barcode: own.barcode ?? null,
      weight: own.grams ?? 0,
      requiresShipping: own.shipped ?? true,
      taxable: own.taxed ?? true,
      withdrawal: own.withdrawal ?? null,
      image: image ?? product.images[0] ?? null,
      unitPriceMeasurement: own.measure ? measurementOf(own.measure) : null,
      listedStock: own.stock ?? null,
      countedAt: own.counted ?? null,
      sellsBeyondStock: own.keepSelling ?? false,
      perOrder: own.perOrder ?? (own.stock === undefined ? null : PER_ORDER_WHERE_COUNTED),
    });
  }
  return product;
}

/** Makes a collection of the products that are on sale. */
export function createCollection(
  entry: CollectionEntry,
  productOf: (handle: string) => Product | undefined,
  findImage: FindImage,
): Collection {
  const html = toHtml(entry.description);
  const products = entry.products.flatMap((handle) => productOf(handle) ?? []);
  const newest = products.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), LONG_AGO);
  const { image } = entry;
  return {
    id: numericId(`collection:${entry.handle}`),
    handle: entry.handle,
    title: entry.title,
    description: plainTextOf(html),
    descriptionHtml: html,
    updatedAt: entry.updated ?? newest,
    image: image ? findImage(image.file, image.alt, `collection ${entry.handle}`) : null,
    products,
  };
}

/** The options of a product; one without any has a single option with a single value, as the wire wants it. */
export function optionsOf(entry: ProductEntry): readonly { name: string; values: string[] }[] {
  return entry.options.length === 0 ? [DEFAULT_OPTION] : entry.options;
}

/** The variants of a product. Where the owner lists none, every combination of its options is sold. */
export function variantEntriesOf(entry: ProductEntry): readonly VariantEntry[] {
  if (entry.variants.length > 0) return entry.variants;
  let combinations: string[][] = [[]];
  for (const { values } of optionsOf(entry)) {
    combinations = combinations.flatMap((combination) => values.map((value) => [...combination, value]));
  }
  return combinations.map((options) => ({ options }));
}

function measurementOf({ holds, per }: { holds: string; per: string }): UnitPriceMeasurement | null {
  const held = measuredOf(holds);
  const reference = measuredOf(per);
  if (!held || !reference) return null;
  return {
    measuredType: UNITS[held.unit].type,
    quantityUnit: held.unit,
    quantityValue: held.value,
    referenceUnit: reference.unit,
    referenceValue: reference.value,
  };
}

/** "340 ml" as a number and a unit of the wire. */
function measuredOf(written: string): { value: number; unit: Unit } | undefined {
  const value = Number.parseInt(written, 10);
  const unit = written.slice(String(value).length).trim().toUpperCase();
  return isUnit(unit) ? { value, unit } : undefined;
}

/** What a quantity measures; two that measure different things cannot be compared. */
export function measuredTypeOf(written: string): Measured | undefined {
  const measured = measuredOf(written);
  return measured && UNITS[measured.unit].type;
}
