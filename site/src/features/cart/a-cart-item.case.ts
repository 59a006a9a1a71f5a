import type { CartItem } from "./cart-item.ts";

/** `gid://shopify/ProductVariant/{n}`. */
export function variantId(n: number): string {
  return `gid://shopify/ProductVariant/${n}`;
}

/** A shirt. Its product and its only variant have this number. */
export function aCartItem(
  n: number,
  overrides: { title?: string; quantity?: number; amount?: string; currencyCode?: string } = {},
): CartItem {
  const { title = `Shirt ${n}`, quantity = 1, amount = "30.00", currencyCode = "CAD" } = overrides;
  return {
    product: {
      id: `gid://shopify/Product/${n}`,
      handle: `shirt-${n}`,
      title,
      images: [{ src: `https://shop.example/shirt-${n}.jpg` }],
      variants: [
        {
          id: variantId(n),
          title: "Ink / M",
          price: { amount, currencyCode },
          selectedOptions: [{ name: "Size", value: "M" }],
        },
      ],
    },
    variantId: variantId(n),
    quantity,
  };
}

/** Stores items, as an earlier visit or another tab would. */
export function storeCart(...items: CartItem[]): void {
  localStorage.setItem("cart", JSON.stringify(items.map((item) => JSON.stringify(item))));
}
