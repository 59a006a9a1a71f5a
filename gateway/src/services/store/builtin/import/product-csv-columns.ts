/** What a column of the file means to us. */
export type Column =
  | "handle"
  | "title"
  | "description"
  | "vendor"
  | "type"
  | "category"
  | "tags"
  | "published"
  | "status"
  | "option1Name"
  | "option1Value"
  | "option2Name"
  | "option2Value"
  | "option3Name"
  | "option3Value"
  | "sku"
  | "barcode"
  | "grams"
  | "tracker"
  | "quantity"
  | "policy"
  | "price"
  | "compareAt"
  | "requiresShipping"
  | "taxable"
  | "imageUrl"
  | "imageAlt"
  | "variantImageUrl"
  | "giftCard";

/**
 * Heads of columns in small letters: those that Shopify's export had for many years, and those of its newer files.
 * Source: help.shopify.com, Using CSV files to import and export products.
 */
const HEADS: Readonly<Record<string, Column>> = {
  handle: "handle",
  "url handle": "handle",
  title: "title",
  "body (html)": "description",
  description: "description",
  vendor: "vendor",
  type: "type",
  "product category": "category",
  tags: "tags",
  published: "published",
  "published on online store": "published",
  status: "status",
  "option1 name": "option1Name",
  "option1 value": "option1Value",
  "option2 name": "option2Name",
  "option2 value": "option2Value",
  "option3 name": "option3Name",
  "option3 value": "option3Value",
  "variant sku": "sku",
  sku: "sku",
  "variant barcode": "barcode",
  barcode: "barcode",
  "variant grams": "grams",
  "weight value (grams)": "grams",
  "variant inventory tracker": "tracker",
  "inventory tracker": "tracker",
  "variant inventory qty": "quantity",
  "inventory quantity": "quantity",
  "variant inventory policy": "policy",
  "continue selling when out of stock": "policy",
  "variant price": "price",
  price: "price",
  "variant compare at price": "compareAt",
  "compare-at price": "compareAt",
  "variant requires shipping": "requiresShipping",
  "requires shipping": "requiresShipping",
  "variant taxable": "taxable",
  "charge tax": "taxable",
  "image src": "imageUrl",
  "product image url": "imageUrl",
  "image alt text": "imageAlt",
  "variant image": "variantImageUrl",
  "variant image url": "variantImageUrl",
  "gift card": "giftCard",
};

/** The meaning of a column by its head; undefined for one that says nothing to this shop. */
export function columnOf(head: string): Column | undefined {
  const name = head.trim().toLowerCase();
  return Object.hasOwn(HEADS, name) ? HEADS[name] : undefined;
}
