import * as v from "valibot";
import { text } from "../../../../content/yaml-file.ts";
import { amount, handle, instant, optionalText, wholeNumber, yesNo } from "./fields.ts";

/** A quantity with its unit, "340 ml". Units: shopify.dev, Storefront API, UnitPriceMeasurementMeasuredUnit. */
const quantity = v.pipe(
  text,
  v.regex(/^[1-9]\d{0,5} ?(ml|cl|l|m3|mg|g|kg|mm|cm|m|m2)$/i, "must be a whole number and a unit: 340 ml"),
);

/** What a variant may say for itself; on the product it holds for all variants that do not. */
const sellable = {
  price: v.exactOptional(amount),
  compareAt: v.exactOptional(amount),
  sku: v.exactOptional(text),
  barcode: v.exactOptional(text),
  grams: v.exactOptional(wholeNumber),
  stock: v.exactOptional(wholeNumber),
  keepSelling: v.exactOptional(yesNo),
  shipped: v.exactOptional(yesNo),
  taxed: v.exactOptional(yesNo),
  measure: v.exactOptional(v.strictObject({ holds: quantity, per: quantity })),
};

const VariantSchema = v.strictObject({
  options: v.array(text, "must be a list: [S, Ink]"),
  image: v.exactOptional(text),
  ...sellable,
});

const ProductSchema = v.strictObject({
  handle,
  title: text,
  type: optionalText,
  vendor: v.exactOptional(text),
  tags: v.optional(v.array(text, "must be a list: [wear, summer]"), []),
  added: v.exactOptional(instant),
  updated: v.exactOptional(instant),
  hidden: v.optional(yesNo, "no"),
  description: optionalText,
  images: v.optional(v.array(v.strictObject({ file: text, alt: optionalText }), "must be a list"), []),
  options: v.optional(v.array(v.strictObject({ name: text, values: v.array(text, "must be a list") })), []),
  variants: v.optional(v.array(VariantSchema, "must be a list"), []),
  ...sellable,
});

const CollectionSchema = v.strictObject({
  handle,
  title: text,
  description: optionalText,
  image: v.exactOptional(v.strictObject({ file: text, alt: optionalText })),
  updated: v.exactOptional(instant),
  products: v.optional(v.array(text, "must be a list of handles"), []),
});

/** The form of `products.yaml`. What one entry has to do with another is checked by `checkProducts`. */
export const ProductsFileSchema = v.strictObject({
  products: v.optional(v.array(ProductSchema, "must be a list"), []),
  collections: v.optional(v.array(CollectionSchema, "must be a list"), []),
});

/** `products.yaml` with its defaults filled in and its amounts still as written. */
export type ProductsFile = v.InferOutput<typeof ProductsFileSchema>;

/** A product as the owner wrote it. */
export type ProductEntry = v.InferOutput<typeof ProductSchema>;

/** A variant as the owner wrote it. */
export type VariantEntry = v.InferOutput<typeof VariantSchema>;

/** A collection as the owner wrote it. */
export type CollectionEntry = v.InferOutput<typeof CollectionSchema>;
