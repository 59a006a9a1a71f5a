import type { CartProvider } from "@shopify/hydrogen-react/CartProvider";
import { useShop } from "@shopify/hydrogen-react/ShopifyProvider";
import { useCartActions } from "@shopify/hydrogen-react/useCartActions";
import { type ComponentProps, useEffect, useState } from "react";
import { CART_FRAGMENT } from "./cart-fragment.ts";
import { readUnsavedCartId } from "./cart-id.ts";

/** The response for a Storefront cart whose id is not stored: the cart, or errors, or neither for an unknown cart. */
export type UnsavedCart = { cart?: NonNullable<ComponentProps<typeof CartProvider>["data"]>; errors?: unknown };

/**
 * Fetches the Storefront cart if storage rejected its id. CartProvider itself fetches only a stored id.
 *
 * @param number the number of the attempt
 * @returns undefined until the response arrives
 */
export function useUnsavedCart(number: number): UnsavedCart | undefined {
  const { countryIsoCode, languageIsoCode } = useShop();
  const { cartFetch } = useCartActions({
    cartFragment: CART_FRAGMENT,
    countryCode: countryIsoCode,
    languageCode: languageIsoCode,
  });
  const [response, setResponse] = useState<UnsavedCart & { number: number }>();
  useEffect(() => {
    const id = readUnsavedCartId();
    if (!id) return;
    let isOver = false;
    // This never rejects. A network failure is one of the errors.
    cartFetch(id).then(({ data, errors }) => {
      if (!isOver) setResponse({ number, errors, ...(!errors && data?.cart && { cart: data.cart }) });
    });
    return () => {
      isOver = true;
    };
  }, [number, cartFetch]);
  return response?.number === number ? response : undefined;
}
