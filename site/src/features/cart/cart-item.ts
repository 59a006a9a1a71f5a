import type { Money } from "@porchlight/protocol/money.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";

/** A variant as the cart stores it. `id` is `gid://shopify/ProductVariant/{n}`. */
export type CartVariant = {
  id: string;
  title: string;
  price: Money;
  selectedOptions: { name: string; value: string }[];
};

/** A product as the cart stores it, as it was when it was added. The cart shows the first image. */
type CartProduct = {
  id: string;
  handle: string;
  title: string;
  images: { src: string }[];
  /** At least one. */
  variants: CartVariant[];
};

export type CartItem = {
  product: CartProduct;
  /** Id of one of the product's variants. It also identifies the item. */
  variantId: string;
  /** From 1 to {@link ITEM_QUANTITY_MAX}. */
  quantity: number;
};

/** Largest quantity that a fan can choose here. The built-in store itself allows more: `LINE_QUANTITY_MAX`. */
export const ITEM_QUANTITY_MAX = 99;

/** Currency of a stored price without a currency. It is that of the shop's country. Source: docs/product.md §9. */
const CURRENCY = "CAD";

/** Creates an item with one piece of a variant. */
export function createCartItem(product: ShopProduct, variantId: string): CartItem {
  const { id, handle, title } = product;
  const chosen = product.variants.find((variant) => variant.id === variantId);
  const image = chosen?.image ?? product.images[0];
  return {
    product: {
      id,
      handle,
      title,
      images: image ? [{ src: image.url }] : [],
      variants: product.variants.map(({ id, title, price, selectedOptions }) => ({
        id,
        title,
        price,
        selectedOptions,
      })),
    },
    variantId,
    quantity: 1,
  };
}

export function findVariant(item: CartItem): CartVariant {
  // The `!` holds: every item is created with a variant of its product.
  return item.product.variants.find((variant) => variant.id === item.variantId)!;
}

/** Rounds a value and limits it to the range from 1 to 99; 1 for a value that is not a number. */
export function toQuantity(value: unknown): number {
  return Math.min(Math.max(Math.round(Number(value)) || 1, 1), ITEM_QUANTITY_MAX);
}

/**
 * Parses an entry of the stored list: the JSON of an item, or of a product, whose first variant it uses.
 *
 * @returns undefined for an invalid entry
 */
export function parseItem(entry: unknown): CartItem | undefined {
  const item = parseRecord(entry);
  const { id, handle, title, images, variants: listed } = parseRecord(item.product ?? item);
  const variants = parseList(listed, parseVariant);
  const variantId = item.variantId ?? variants[0]?.id;
  if (!isText(id) || !isText(title) || !isText(variantId)) return undefined;
  if (!variants.some((variant) => variant.id === variantId)) return undefined;
  return {
    product: { id, handle: toText(handle), title, images: parseList(images, parseImage), variants },
    variantId,
    quantity: toQuantity(item.quantity),
  };
}

/** Parses the valid entries of a list. If a value is not a list, the result is empty. */
export function parseList<Entry>(list: unknown, parse: (entry: unknown) => Entry | undefined): Entry[] {
  return Array.isArray(list) ? list.map(parse).filter((entry) => entry !== undefined) : [];
}

function parseVariant(entry: unknown): CartVariant | undefined {
  const { id, title, price, selectedOptions } = parseRecord(entry);
  const { amount, currencyCode = CURRENCY } = parseRecord(price);
  if (!isText(id) || !isText(amount) || !/^\d{1,12}(\.\d{1,3})?$/.test(amount)) return undefined;
  if (!isText(currencyCode) || !/^[A-Z]{3}$/.test(currencyCode)) return undefined;
  return {
    id,
    title: toText(title),
    price: { amount, currencyCode },
    selectedOptions: parseList(selectedOptions, parseOption),
  };
}

function parseImage(entry: unknown): { src: string } | undefined {
  const { src } = parseRecord(entry);
  return isText(src) ? { src } : undefined;
}

function parseOption(entry: unknown): { name: string; value: string } | undefined {
  const { name, value } = parseRecord(entry);
  return isText(name) && isText(value) ? { name, value } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function toText(value: unknown): string {
  return isText(value) ? value : "";
}

/** Reads the fields of an object, or of an object in JSON. */
function parseRecord(value: unknown): Record<string, unknown> {
  try {
    const read: unknown = isText(value) ? JSON.parse(value) : value;
    // The cast holds: any value can be spread. A value without fields becomes an empty object.
    return { ...(read as object) };
  } catch {
    return {};
  }
}
