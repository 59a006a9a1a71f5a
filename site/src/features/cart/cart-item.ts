import type { Money } from "@porchlight/protocol/money.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";

/** What the cart keeps of a variant. `id` is `gid://shopify/ProductVariant/{n}`. */
export type CartVariant = {
  id: string;
  title: string;
  price: Money;
  selectedOptions: { name: string; value: string }[];
};

/** What the cart keeps of a product, as it was when it was added. The first image is the one that is shown. */
export type CartProduct = {
  id: string;
  handle: string;
  title: string;
  images: { src: string }[];
  /** At least one. */
  variants: CartVariant[];
};

/** An item of the local cart: a product, the variant that was chosen, and how many of it, 1 to 99. */
export type CartItem = {
  product: CartProduct;
  /** One of the product's. No two items share one, so it names the item as well. */
  variantId: string;
  quantity: number;
};

/** Most pieces of one item. */
export const QUANTITY_MAX = 99;

/** Currency of a price that was kept without one: that of the country the shop is in. Source: docs/product.md §9. */
const CURRENCY = "CAD";

/** One piece of a product that is on sale. */
export function cartItemOf(product: ShopProduct, variantId: string): CartItem {
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

/** The variant that was chosen. */
export function variantOf(item: CartItem): CartVariant {
  // Whatever makes an item sees to it that the chosen variant is among the product's.
  return item.product.variants.find((variant) => variant.id === item.variantId)!;
}

/** The nearest whole number from 1 to 99; 1 for what is no number. */
export function asQuantity(wish: unknown): number {
  return Math.min(Math.max(Math.round(Number(wish)) || 1, 1), QUANTITY_MAX);
}

/**
 * Reads an entry of the kept list: the JSON of an item, or of the product alone, whose first variant counts then.
 *
 * @returns undefined for what is no item
 */
export function readItem(entry: unknown): CartItem | undefined {
  const kept = recordOf(entry);
  const { id, handle, title, images, variants: listed } = recordOf(kept.product ?? kept);
  const variants = listOf(listed, readVariant);
  const variantId = kept.variantId ?? variants[0]?.id;
  if (!isText(id) || !isText(title) || !isText(variantId)) return undefined;
  if (!variants.some((variant) => variant.id === variantId)) return undefined;
  return {
    product: { id, handle: textOf(handle), title, images: listOf(images, readImage), variants },
    variantId,
    quantity: asQuantity(kept.quantity),
  };
}

/** What can be read of a list; nothing of what is no list. */
export function listOf<Entry>(list: unknown, read: (entry: unknown) => Entry | undefined): Entry[] {
  return Array.isArray(list) ? list.map(read).filter((entry) => entry !== undefined) : [];
}

function readVariant(entry: unknown): CartVariant | undefined {
  const { id, title, price, selectedOptions } = recordOf(entry);
  const { amount, currencyCode = CURRENCY } = recordOf(price);
  if (!isText(id) || !isText(amount) || !/^\d{1,12}(\.\d{1,3})?$/.test(amount)) return undefined;
  if (!isText(currencyCode) || !/^[A-Z]{3}$/.test(currencyCode)) return undefined;
  return {
    id,
    title: textOf(title),
    price: { amount, currencyCode },
    selectedOptions: listOf(selectedOptions, readOption),
  };
}

function readImage(entry: unknown): { src: string } | undefined {
  const { src } = recordOf(entry);
  return isText(src) ? { src } : undefined;
}

function readOption(entry: unknown): { name: string; value: string } | undefined {
  const { name, value } = recordOf(entry);
  return isText(name) && isText(value) ? { name, value } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function textOf(value: unknown): string {
  return isText(value) ? value : "";
}

/** The fields of an object, or of one that is written as JSON. */
function recordOf(value: unknown): Record<string, unknown> {
  try {
    const read: unknown = isText(value) ? JSON.parse(value) : value;
    // Whatever it is, it can be spread: what has no fields gives none.
    return { ...(read as object) };
  } catch {
    return {};
  }
}
