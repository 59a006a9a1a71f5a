import * as v from "valibot";
import { fileName, ignoreCase, optionalText, text, withHint, withRule } from "../../../../content/fields.ts";
import { amount, count, handle, instant, wholeNumber, yesNo } from "./fields.ts";
import { UNITS } from "./units.ts";

/** Options of one product. Source: help.shopify.com, Variants (as of API 2022-10). */
export const MOST_OPTIONS = 3;
/** Variants of one product. */
export const MOST_VARIANTS = 2_000;

/** Pieces of a variant in one order, if its stock is counted and the owner sets no limit. */
export const PER_ORDER_WHERE_COUNTED = 10;

const QUANTITY = new RegExp(`^[1-9][0-9]{0,5} ?(${Object.keys(UNITS).join("|").toLowerCase()})$`, "i");

/** A quantity with its unit, "340 ml". */
const quantity = withRule(v.pipe(text, v.regex(QUANTITY, "must be a whole number and a unit: 340 ml")), {
  type: "string",
  pattern: ignoreCase(QUANTITY),
});

/** Fields of a variant. On a product they are the defaults of its variants. */
const sellable = {
  price: withHint(v.exactOptional(amount), "In the currency of store.yaml, such as 38.00."),
  compareAt: withHint(v.exactOptional(amount), "The price it had before, shown struck through."),
  sku: withHint(v.exactOptional(text), "Your own number for it.", "HL-TEE-LE-INK-S"),
  barcode: withHint(v.exactOptional(text), "The number under its bars."),
  grams: withHint(v.exactOptional(wholeNumber), "Its weight with its wrapping, for shipping rates that go by weight."),
  stock: withHint(
    v.exactOptional(wholeNumber),
    "How many there are to sell. Left out, it never runs out. Orders are counted off by the shop, not here.",
  ),
  counted: withHint(
    v.exactOptional(instant),
    "The day stock was counted. Another day here makes the same number count anew, as after a reprint.",
    "2026-11-22",
  ),
  keepSelling: withHint(v.exactOptional(yesNo), "yes sells on when none are left: a pre-order, or made to order."),
  perOrder: withHint(
    v.exactOptional(count),
    `How many of it one order can have, of each size or colour. Left out, ${PER_ORDER_WHERE_COUNTED} where stock is counted, else any number.`,
    4,
  ),
  shipped: withHint(v.exactOptional(yesNo), "no for what is not sent, such as a download."),
  withdrawal: withHint(
    v.exactOptional(v.picklist(["none", "untilSent"], "must be none or untilSent")),
    "What buyers in the European Union cannot withdraw from as from anything else. none: not at all, as what is made to one buyer's wishes. untilSent, for downloads: no longer once it was sent, if the buyer agreed to that at the checkout.",
  ),
  taxed: withHint(v.exactOptional(yesNo), "no for what carries no tax."),
  measure: withHint(
    v.exactOptional(
      v.strictObject({
        holds: withHint(quantity, "How much is in it.", "340 ml"),
        per: withHint(quantity, "How much the price beside it is for.", "100 ml"),
      }),
    ),
    "Shows a price for a quantity that goods are compared by, beside the price.",
  ),
};

const picture = {
  file: withHint(fileName, "A picture in content/store.", "lake-effect-tee-ink.jpg"),
  alt: withHint(optionalText, "What is to be seen, for those who cannot see it."),
};

const VariantSchema = v.strictObject({
  options: withHint(
    v.array(text, "must be a list: [S, Ink]"),
    "A value for each option of the product, in their order: [S, Ink].",
  ),
  image: withHint(v.exactOptional(fileName), "Which of the product's pictures shows it."),
  ...sellable,
});

const OptionSchema = v.strictObject({
  name: withHint(text, "What a fan chooses.", "Size", "Colour"),
  values: withHint(
    withRule(v.pipe(v.array(text, "must be a list"), v.minLength(1, "must hold at least one value")), {
      uniqueItems: true,
      minItems: 1,
    }),
    "What there is to choose from: [S, M, L].",
  ),
});

const ProductSchema = v.strictObject({
  handle: withHint(
    handle,
    "Its name in addresses: small letters, digits, dashes. Never change it once somebody may have a link to it.",
    "lake-effect-tee",
  ),
  title: withHint(text, "As fans read it."),
  type: withHint(optionalText, "What it is.", "T-shirt", "Record", "Mug"),
  vendor: withHint(v.exactOptional(text), "Who made it; your own name where it is left out."),
  tags: withHint(v.optional(v.array(text, "must be a list: [wear, summer]"), []), "Words to find it by."),
  added: withHint(v.exactOptional(instant), "The day it came into the shop. The newest come first.", "2026-05-01"),
  updated: withHint(v.exactOptional(instant), "The day it last changed.", "2026-05-01"),
  hidden: withHint(v.optional(yesNo, "no"), "yes takes it out of the shop and keeps it here."),
  description: withHint(optionalText, "A few sentences; *stars* make words slanted, an empty line makes a paragraph."),
  images: withHint(
    v.optional(v.array(v.strictObject(picture), "must be a list"), []),
    "Pictures in content/store; the first is the main one.",
  ),
  options: withHint(
    withRule(v.optional(v.array(OptionSchema, "must be a list"), []), { maxItems: MOST_OPTIONS }),
    "What a fan chooses, such as Size: up to three, each with its values.",
  ),
  variants: withHint(
    withRule(v.optional(v.array(VariantSchema, "must be a list"), []), { maxItems: MOST_VARIANTS }),
    "One line for each combination you sell. Without any lines every combination is sold.",
  ),
  ...sellable,
});

const CollectionSchema = v.strictObject({
  handle: withHint(handle, "Its name in addresses: small letters, digits, dashes.", "wear"),
  title: withHint(text, "As fans read it."),
  description: withHint(optionalText, "A few sentences."),
  image: withHint(v.exactOptional(v.strictObject(picture)), "Its picture."),
  updated: withHint(v.exactOptional(instant), "The day it last changed.", "2026-05-01"),
  products: withHint(
    withRule(v.optional(v.array(text, "must be a list of handles, such as [lake-effect-tee]"), []), {
      uniqueItems: true,
    }),
    "Handles of the products in it.",
  ),
});

/** Schema of `products.yaml`. `checkProducts` compares entries with each other. */
export const ProductsFileSchema = v.strictObject({
  products: withHint(
    v.optional(v.array(ProductSchema, "must be a list"), []),
    "Everything you sell, in the shop's order.",
  ),
  collections: withHint(
    v.optional(v.array(CollectionSchema, "must be a list"), []),
    "Groups of products that fans choose from.",
  ),
});

/** `products.yaml` with defaults filled in; amounts are still text. */
export type ProductsFile = v.InferOutput<typeof ProductsFileSchema>;

export type ProductEntry = v.InferOutput<typeof ProductSchema>;

export type VariantEntry = v.InferOutput<typeof VariantSchema>;

export type CollectionEntry = v.InferOutput<typeof CollectionSchema>;
