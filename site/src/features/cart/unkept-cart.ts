import type { CartProvider } from "@shopify/hydrogen-react/CartProvider";
import { useShop } from "@shopify/hydrogen-react/ShopifyProvider";
import { useCartActions } from "@shopify/hydrogen-react/useCartActions";
import { type ComponentProps, useEffect, useState } from "react";
import { CART_FRAGMENT } from "./cart-fragment.ts";
import { readUnsavedCartId } from "./cart-id.ts";

/** What the store says of a Storefront cart whose id is not in storage: the cart, nothing once it is gone, or errors. */
export type UnsavedCart = { cart?: NonNullable<ComponentProps<typeof CartProvider>["data"]>; errors?: unknown };

/**
 * Asks for the Storefront cart whose id storage did not take: CartProvider itself asks for a stored one alone.
 *
 * @param number the round that asks
 * @returns the answer, once it has come
 */
export function useUnsavedCart(number: number): UnsavedCart | undefined {
  const { countryIsoCode, languageIsoCode } = useShop();
  const { cartFetch } = useCartActions({
    cartFragment: CART_FRAGMENT,
    countryCode: countryIsoCode,
    languageCode: languageIsoCode,
  });
  const [answer, setAnswer] = useState<UnsavedCart & { number: number }>();
  useEffect(() => {
    const id = readUnsavedCartId();
    if (!id) return;
    let isOver = false;
    // It does not reject: a dead network is among the errors.
    cartFetch(id).then(({ data, errors }) => {
      if (!isOver) setAnswer({ number, errors, ...(!errors && data?.cart && { cart: data.cart }) });
    });
    return () => {
      isOver = true;
    };
  }, [number, cartFetch]);
  return answer?.number === number ? answer : undefined;
}
