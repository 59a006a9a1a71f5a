import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCartItem, storeCart } from "../../features/cart/a-cart-item.case.ts";
import { noteCheckout } from "../../features/cart/checkout-note.ts";
import { openFakeStore } from "../../features/cart/fake-store.case.ts";
import { addToCart, readCart } from "../../features/cart/local-cart.ts";
import { stopFollowing } from "../../features/cart/storefront-cart.tsx";
import { Cart, openCart } from "./cart.tsx";

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  act(stopFollowing);
});

const icon = (name: string) => screen.findByRole("button", { name });

test("the icon counts pieces, even if they were added in another tab", async () => {
  openFakeStore();
  render(<Cart current="about" />);
  expect(await icon("Cart, 0 items")).toBeTruthy();
  expect(addToCart(aCartItem(1))).toBe("added");
  expect((await icon("Cart, 1 item")).textContent).toBe("1");
  expect(addToCart(aCartItem(1))).toBe("already-in-cart");
  storeCart(aCartItem(1, { quantity: 3 }), aCartItem(2));
  dispatchEvent(new StorageEvent("storage", { key: "cart" }));
  expect((await icon("Cart, 4 items")).textContent).toBe("4");
});

test("an item that was added without network is counted when the network returns", async () => {
  openFakeStore();
  vi.resetModules();
  vi.doMock("../../features/cart/cart-count.ts", () => {
    throw new TypeError("Failed to fetch");
  });
  render(<Cart current="about" />);
  addToCart(aCartItem(1));
  await vi.dynamicImportSettled();
  expect(await icon("Cart, 0 items")).toBeTruthy();
  vi.doUnmock("../../features/cart/cart-count.ts");
  vi.resetModules();
  dispatchEvent(new Event("online"));
  expect(await icon("Cart, 1 item")).toBeTruthy();
});

test("if the cart does not load, its panel can be closed, and the icon gets the focus again", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  vi.resetModules();
  vi.doMock("../../features/cart/cart-modal.tsx", () => {
    throw new TypeError("Failed to fetch");
  });
  render(<Cart current="about" />);
  await userEvent.click(await icon("Cart, 0 items"));
  expect(await screen.findByRole("heading", { name: "This did not load" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("heading")).toBeNull();
  expect(document.activeElement).toBe(await icon("Cart, 0 items"));
  vi.doUnmock("../../features/cart/cart-modal.tsx");
  vi.resetModules();
});

test("a finished page hydrates without a mismatch, and then shows the number", async () => {
  storeCart(aCartItem(1));
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<Cart current="about" />);
  expect(container.textContent).toBe("");
  render(<Cart current="about" />, { container, hydrate: true });
  expect(await icon("Cart, 1 item")).toBeTruthy();
});

test("another part of the page can open the cart, which then returns the focus to the icon", async () => {
  openFakeStore();
  render(<Cart current="about" />);
  act(openCart);
  // When the dialog closes, a browser returns the focus to this element.
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cart, 0 items" }));
  expect(await screen.findByRole("dialog", { name: "CART" })).toBeTruthy();
});

test("a visit with items in the cart sends no request to the store", async () => {
  const store = openFakeStore();
  storeCart(aCartItem(1));
  render(<Cart current="about" />);
  await icon("Cart, 1 item");
  expect(store.operations).toEqual([]);
});

test("the first added item creates a Storefront cart", async () => {
  const store = openFakeStore();
  render(<Cart current="about" />);
  addToCart(aCartItem(1));
  await waitFor(() => expect(store.carts.size).toBe(1));
});

test("a visit after the checkout empties the cart if the order was placed", async () => {
  openFakeStore();
  storeCart(aCartItem(1));
  localStorage.setItem("shopifyCartId", "gid://shopify/Cart/bought");
  noteCheckout({ quantities: { [aCartItem(1).variantId]: 1 } });
  render(<Cart current="about" />);
  expect(await icon("Cart, 0 items")).toBeTruthy();
  await waitFor(() => expect(readCart()).toEqual([]));
});

test("a click opens the cart, and another one or Escape closes it", async () => {
  openFakeStore();
  render(<Cart current="about" />);
  await userEvent.click(await icon("Cart, 0 items"));
  expect(await screen.findByRole("dialog", { name: "CART" })).toBeTruthy();
  await userEvent.click(await icon("Cart, 0 items"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(await icon("Cart, 0 items"));
  (await screen.findByRole("button", { name: "No" })).focus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an open cart closes when the visitor goes back, and does not reopen later", async () => {
  openFakeStore();
  const { rerender } = render(<Cart current="shop" />);
  await userEvent.click(await icon("Cart, 0 items"));
  expect(await screen.findByRole("dialog", { name: "CART" })).toBeTruthy();
  rerender(<Cart current="about" />);
  expect(screen.queryByRole("dialog")).toBeNull();
  rerender(<Cart current="shop" />);
  expect(screen.queryByRole("dialog")).toBeNull();
  act(openCart);
  expect(await screen.findByRole("dialog", { name: "CART" })).toBeTruthy();
});
