import * as v from "valibot";
import { about, fileName, inAnyCase, optionalText, ruled, text } from "../../../../content/fields.ts";
import { amount, count, handle, instant, wholeNumber, yesNo } from "./fields.ts";
import { UNITS } from "./units.ts";

/** Most options of one product. Source: help.shopify.com, Variants (as of API 2022-10). */
export const MOST_OPTIONS = 3;
/** Most variants of one product. */
export const MOST_VARIANTS = 2_000;

/** Most pieces of a variant in one order, where its stock is counted and the owner named no other number. */
export const PER_ORDER_WHERE_COUNTED = 10;

const QUANTITY = new RegExp(`^[1-9][0-9]{0,5} ?(${Object.keys(UNITS).join("|").toLowerCase()})$`, "i");

/** A quantity with its unit, "340 ml". */
const quantity = ruled(v.pipe(text, v.regex(QUANTITY, "must be a whole number and a unit: 340 ml")), {
  type: "string",
  pattern: inAnyCase(QUANTITY),
});

/** What a variant may say for itself; on the product it holds for all variants that do not. */
const sellable = {
  price: about(v.exactOptional(amount), "In the currency of store.yaml, such as 38.00."),
  compareAt: about(v.exactOptional(amount), "The price it had before, shown struck through."),
  sku: about(v.exactOptional(text), "Your own number for it.", "HL-TEE-LE-INK-S"),
  barcode: about(v.exactOptional(text), "The number under its bars."),
  grams: about(v.exactOptional(wholeNumber), "Its weight with its wrapping, for shipping rates that go by weight."),
  stock: about(
    v.exactOptional(wholeNumber),
    "How many there are to sell. Left out, it never runs out. Orders are counted off by the shop, not here.",
  ),
  counted: about(
    v.exactOptional(instant),
    "The day stock was counted. Another day here makes the same number count anew, as after a reprint.",
    "2026-11-22",
  ),
  keepSelling: about(v.exactOptional(yesNo), "yes sells on when none are left: a pre-order, or made to order."),
  perOrder: about(
    v.exactOptional(count),
    `How many of it one order can have, of each size or colour. Left out, ${PER_ORDER_WHERE_COUNTED} where stock is counted, else any number.`,
    4,
  ),
  shipped: about(v.exactOptional(yesNo), "no for what is not sent, such as a download."),
  withdrawal: about(
    v.exactOptional(v.picklist(["none", "untilSent"], "must be none or untilSent")),
    "What buyers in the European Union cannot withdraw from as from anything else. none: not at all, as what is made to one buyer's wishes. untilSent, for downloads: no longer once it was sent, if the buyer agreed to that at the checkout.",
  ),
  taxed: about(v.exactOptional(yesNo), "no for what carries no tax."),
  measure: about(
    v.exactOptional(
      v.strictObject({
        holds: about(quantity, "How much is in it.", "340 ml"),
        per: about(quantity, "How much the price beside it is for.", "100 ml"),
      }),
    ),
    "Shows a price for a quantity that goods are compared by, beside the price.",
  ),
};

const picture = {
  file: about(fileName, "A picture in content/store.", "lake-effect-tee-ink.jpg"),
  alt: about(optionalText, "What is to be seen, for those who cannot see it."),
};

const VariantSchema = v.strictObject({
  options: about(
    v.array(text, "must be a list: [S, Ink]"),
    "A value for each option of the product, in their order: [S, Ink].",
  ),
  image: about(v.exactOptional(fileName), "Which of the product's pictures shows it."),
  ...sellable,
});

const OptionSchema = v.strictObject({
  name: about(text, "What a fan chooses.", "Size", "Colour"),
  values: about(
    ruled(v.pipe(v.array(text, "must be a list"), v.minLength(1, "must hold at least one value")), {
      uniqueItems: true,
      minItems: 1,
    }),
    "What there is to choose from: [S, M, L].",
  ),
});

const ProductSchema = v.strictObject({
  handle: about(
    handle,
    "Its name in addresses: small letters, digits, dashes. Never change it once somebody may have a link to it.",
    "lake-effect-tee",
  ),
  title: about(text, "As fans read it."),
  type: about(optionalText, "What it is.", "T-shirt", "Record", "Mug"),
  vendor: about(v.exactOptional(text), "Who made it; your own name where it is left out."),
  tags: about(v.optional(v.array(text, "must be a list: [wear, summer]"), []), "Words to find it by."),
  added: about(v.exactOptional(instant), "The day it came into the shop. The newest come first.", "2026-05-01"),
  updated: about(v.exactOptional(instant), "The day it last changed.", "2026-05-01"),
  hidden: about(v.optional(yesNo, "no"), "yes takes it out of the shop and keeps it here."),
  description: about(optionalText, "A few sentences; *stars* make words slanted, an empty line makes a paragraph."),
  images: about(
    v.optional(v.array(v.strictObject(picture), "must be a list"), []),
    "Pictures in content/store; the first is the main one.",
  ),
  options: about(
    ruled(v.optional(v.array(OptionSchema, "must be a list"), []), { maxItems: MOST_OPTIONS }),
    "What a fan chooses, such as Size: up to three, each with its values.",
  ),
  variants: about(
    ruled(v.optional(v.array(VariantSchema, "must be a list"), []), { maxItems: MOST_VARIANTS }),
    "One line for each combination you sell. Without any lines every combination is sold.",
  ),
  ...sellable,
});

const CollectionSchema = v.strictObject({
  handle: about(handle, "Its name in addresses: small letters, digits, dashes.", "wear"),
  title: about(text, "As fans read it."),
  description: about(optionalText, "A few sentences."),
  image: about(v.exactOptional(v.strictObject(picture)), "Its picture."),
  updated: about(v.exactOptional(instant), "The day it last changed.", "2026-05-01"),
  products: about(
    ruled(v.optional(v.array(text, "must be a list of handles, such as [lake-effect-tee]"), []), { uniqueItems: true }),
    "Handles of the products in it.",
  ),
});

/** The form of `products.yaml`. What one entry has to do with another is checked by `checkProducts`. */
export const ProductsFileSchema = v.strictObject({
  products: about(
    v.optional(v.array(ProductSchema, "must be a list"), []),
    "Everything you sell, in the shop's order.",
  ),
  collections: about(
    v.optional(v.array(CollectionSchema, "must be a list"), []),
    "Groups of products that fans choose from.",
  ),
});

/** `products.yaml` with its defaults filled in and its amounts still as written. */
export type ProductsFile = v.InferOutput<typeof ProductsFileSchema>;

/** A product as the owner wrote it. */
export type ProductEntry = v.InferOutput<typeof ProductSchema>;

/** A variant as the owner wrote it. */
export type VariantEntry = v.InferOutput<typeof VariantSchema>;

/** A collection as the owner wrote it. */
export type CollectionEntry = v.InferOutput<typeof CollectionSchema>;
