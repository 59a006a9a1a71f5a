import * as v from "valibot";
import {
  amount,
  field,
  fileName,
  ignoreCase,
  list,
  optionalField,
  optionalText,
  text,
  withRule,
  yesNo,
} from "../../../../content/fields.ts";
import { count, handle, instant, wholeNumber } from "./fields.ts";
import { UNITS } from "./units.ts";

/** Options of one product. Source: help.shopify.com, Variants (as of API 2022-10). */
export const MAX_OPTIONS = 3;
/** Variants of one product. */
export const MAX_VARIANTS = 2_000;

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
  price: optionalField(amount, "In the currency of store.yaml, such as 38.00."),
  compareAt: optionalField(amount, "The price it had before, shown struck through."),
  sku: optionalField(text, "Your own number for it.", "HL-TEE-LE-INK-S"),
  barcode: optionalField(text, "The number below its barcode."),
  grams: optionalField(wholeNumber, "Its weight with packaging, in grams, for shipping rates that depend on weight."),
  stock: optionalField(
    wholeNumber,
    "How many there are to sell. Left out, it never sells out. The shop subtracts orders itself; the number here stays.",
  ),
  counted: optionalField(
    instant,
    "The day you counted the stock. Change it when you set the same number again, as after a reprint.",
    "2026-11-22",
  ),
  keepSelling: optionalField(
    yesNo,
    "yes: fans can order it when none are left, as with a pre-order or goods made to order.",
  ),
  perOrder: optionalField(
    count,
    `The most of it that one order can have, for each size or colour. Left out, ${PER_ORDER_WHERE_COUNTED} if stock is counted, otherwise any number.`,
    4,
  ),
  shipped: optionalField(yesNo, "no for what is not sent, such as a download."),
  withdrawal: optionalField(
    v.picklist(["none", "untilSent"], "must be none or untilSent"),
    "For goods with another right of withdrawal in the European Union. none: buyers have no such right, as for goods made to their wishes. untilSent, for downloads: the right ends when the download is sent, if the buyer agreed to that at the checkout.",
  ),
  taxed: optionalField(yesNo, "no for what carries no tax."),
  measure: optionalField(
    v.strictObject({
      holds: field(quantity, "How much is in it.", "340 ml"),
      per: field(quantity, "The quantity that the second price is for.", "100 ml"),
    }),
    "Shows a second price beside the price, for a quantity that makes goods comparable, such as 100 ml.",
  ),
};

const picture = {
  file: field(fileName, "A picture in content/store.", "lake-effect-tee-ink.jpg"),
  alt: field(optionalText, "What the picture shows, for people who cannot see it."),
};

const VariantSchema = v.strictObject({
  options: field(
    v.array(text, "must be a list: [S, Ink]"),
    "A value for each option of the product, in their order: [S, Ink].",
  ),
  image: optionalField(fileName, "The picture of the product that shows this variant."),
  ...sellable,
});

const OptionSchema = v.strictObject({
  name: field(text, "What a fan chooses.", "Size", "Colour"),
  values: field(
    withRule(v.pipe(v.array(text, "must be a list"), v.minLength(1, "must hold at least one value")), {
      uniqueItems: true,
      minItems: 1,
    }),
    "What there is to choose from: [S, M, L].",
  ),
});

const ProductSchema = v.strictObject({
  handle: field(
    handle,
    "Its name in addresses: small letters, digits, dashes. Never change it once somebody may have a link to it.",
    "lake-effect-tee",
  ),
  title: field(text, "As fans read it."),
  type: field(optionalText, "What it is.", "T-shirt", "Vinyl", "Mug"),
  vendor: optionalField(text, "Who made it. Left out, your own name."),
  tags: field(list(text, "must be a list: [wear, summer]"), "Words to find it by."),
  release: optionalField(
    text,
    "The release that it is or belongs to, by its name in music/albums.yaml. Music then links to it beside that release.",
    "Lake Effect",
  ),
  added: optionalField(instant, "The day it came into the shop. The newest come first.", "2026-05-01"),
  updated: optionalField(instant, "The day it last changed.", "2026-05-01"),
  hidden: field(v.optional(yesNo, "no"), "yes: it is not in the shop, but stays in this file."),
  description: field(optionalText, "A few sentences; *stars* make words slanted, an empty line makes a paragraph."),
  images: field(list(v.strictObject(picture)), "Pictures in content/store; the first is the main one."),
  options: field(
    withRule(list(OptionSchema), { maxItems: MAX_OPTIONS }),
    "What a fan chooses, such as Size: up to three, each with its values.",
  ),
  variants: field(
    withRule(list(VariantSchema), { maxItems: MAX_VARIANTS }),
    "One line for each combination you sell. Without any lines every combination is sold.",
  ),
  ...sellable,
});

const CollectionSchema = v.strictObject({
  handle: field(handle, "Its name in addresses: small letters, digits, dashes.", "wear"),
  title: field(text, "As fans read it."),
  description: field(optionalText, "A few sentences."),
  image: optionalField(v.strictObject(picture), "Its picture."),
  updated: optionalField(instant, "The day it last changed.", "2026-05-01"),
  products: field(
    withRule(list(text, "must be a list of handles, such as [lake-effect-tee]"), {
      uniqueItems: true,
    }),
    "Handles of the products in it.",
  ),
});

/** Schema of `products.yaml`. `checkProducts` compares entries with each other. */
export const ProductsFileSchema = v.strictObject({
  products: field(list(ProductSchema), "Everything you sell, in the shop's order."),
  collections: field(list(CollectionSchema), "Groups of products that fans choose from."),
});

/** `products.yaml` with defaults filled in; amounts are still text. */
export type ProductsFile = v.InferOutput<typeof ProductsFileSchema>;

export type ProductEntry = v.InferOutput<typeof ProductSchema>;

export type VariantEntry = v.InferOutput<typeof VariantSchema>;

export type CollectionEntry = v.InferOutput<typeof CollectionSchema>;
