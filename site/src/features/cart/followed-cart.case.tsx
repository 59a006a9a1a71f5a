import { act, render, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { aCartItem, variantId } from "./a-cart-item.case.ts";
import { type FakeStore, openFakeStore } from "./fake-store.case.ts";
import { changeCart, readCart } from "./local-cart.ts";
import { StorefrontCart } from "./storefront-cart.tsx";
import { isOrderNoticeDue, storefrontState, UNKNOWN } from "./storefront-state.ts";

/** Id of the first cart of a {@link FakeStore}. */
export const CART = "gid://shopify/Cart/1";

/** Starts a first visit with a new store. */
export function visitStore(): FakeStore {
  localStorage.clear();
  storefrontState.set(UNKNOWN);
  isOrderNoticeDue.set(false);
  return openFakeStore();
}

export const follow = () => render(<StorefrontCart />);
export const add = (n: number) => act(() => changeCart({ type: "ADD_TO_CART", item: aCartItem(n) }));
export const setQuantity = (n: number, quantity: number) =>
  act(() => changeCart({ type: "SET_QUANTITY", id: variantId(n), quantity }));
export const remove = (n: number) => act(() => changeCart({ type: "REMOVE_FROM_CART", ids: [variantId(n)] }));
/** The page becomes visible again, as when the visitor returns from the checkout. */
export const comeBack = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));

export const titles = () => readCart().map((item) => item.product.title);
export const storedId = () => localStorage.getItem("shopifyCartId");

/** Waits until the Storefront cart equals the local cart and has these quantities. */
export async function untilInStep(store: FakeStore, quantities: [n: number, quantity: number][]): Promise<void> {
  await waitFor(() => {
    expect(storefrontState.get().step).toBe("in-step");
    expect(store.quantities()).toEqual(quantities.map(([n, quantity]) => [variantId(n), quantity]));
  });
}
