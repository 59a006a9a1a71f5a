import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCartItem, storeCart } from "./a-cart-item.case.ts";
import { CartModal } from "./cart-modal.tsx";
import { type FakeStore, openFakeStore } from "./fake-store.case.ts";
import { stopFollowing } from "./storefront-cart.tsx";

let store: FakeStore;

beforeEach(() => {
  localStorage.clear();
  store = openFakeStore();
  store.shopDomain = "harbour-line.myshopify.com";
});

afterEach(() => {
  act(stopFollowing);
});

test("a hosted shop offers Shop Pay, whose script loads after a click", async () => {
  const scripts = vi.spyOn(document.body, "appendChild");
  const loaded = () => scripts.mock.calls.flatMap(([node]) => (node instanceof HTMLScriptElement ? node.src : []));
  storeCart(aCartItem(1, { quantity: 2 }));
  render(<CartModal onClose={() => {}} leave={() => {}} />);
  const offer = await screen.findByRole("button", { name: "Pay with Shop Pay" });
  expect(screen.getByRole("button", { name: "Checkout" })).toBeTruthy();
  expect(loaded()).toEqual([]);
  scripts.mockImplementation((node) => {
    queueMicrotask(() => node instanceof HTMLScriptElement && node.onload?.(new Event("load")));
    return node;
  });
  await userEvent.click(offer);
  await waitFor(() => expect(document.querySelector("shop-pay-button")).toBeTruthy());
  scripts.mockRestore();
  const element = document.querySelector("shop-pay-button");
  expect(element?.getAttribute("variants")).toBe("1:2");
  expect(element?.getAttribute("store-url")).toBe("https://harbour-line.myshopify.com");
  expect(element?.getAttribute("channel")).toBe("headless");
});

test("an empty cart does not offer Shop Pay", async () => {
  render(<CartModal onClose={() => {}} leave={() => {}} />);
  expect(screen.queryByRole("button", { name: "Pay with Shop Pay" })).toBeNull();
});
