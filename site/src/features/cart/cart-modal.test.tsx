import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LanguageContext } from "../../ui/language.ts";
import { aCartItem, storeCart, variantId } from "./a-cart-item.case.ts";
import { CartModal } from "./cart-modal.tsx";
import { readCheckout } from "./checkout-note.ts";
import { type FakeStore, openFakeStore } from "./fake-store.case.ts";
import { readCart } from "./local-cart.ts";
import { stopFollowing } from "./storefront-cart.tsx";
import { isOrderNoticeDue, storefrontState, UNKNOWN } from "./storefront-state.ts";
import { waitForStorefront } from "./wait-for-storefront.ts";

let store: FakeStore;
const user = userEvent.setup({ delay: null });
const onClose = vi.fn();
const leave = vi.fn();

beforeEach(() => {
  localStorage.clear();
  storefrontState.set(UNKNOWN);
  onClose.mockClear();
  leave.mockClear();
  store = openFakeStore();
});

afterEach(() => {
  act(stopFollowing);
});

/** Opens the cart and waits for the store's responses. */
async function openCart() {
  render(<CartModal onClose={onClose} leave={leave} />);
  await waitFor(() => expect(storefrontState.get().step).not.toBe("working"));
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const total = () => document.querySelector(".cart-total")?.textContent;
const notes = () => [...document.querySelectorAll(".cart-note")].map((note) => note.textContent);

describe("the open cart", () => {
  test("shows each item with image, title, variant and price, and the total with its currency", async () => {
    storeCart(aCartItem(1, { title: "Lake Effect Tee" }), aCartItem(2));
    await openCart();
    const dialog = screen.getByRole("dialog", { name: "CART" });
    expect(dialog.querySelector("img")?.getAttribute("src")).toBe("https://shop.example/shirt-1_176x220.jpg");
    expect(screen.getByRole("link", { name: "Lake Effect Tee" }).getAttribute("href")).toBe("/shop/shirt-1");
    expect(screen.getAllByText("Ink / M")).toHaveLength(2);
    expect(screen.getAllByText("$30.00")).toHaveLength(2);
    expect(total()).toBe("Total: $60.00 CAD");
    expect(notes()).toEqual(["", ""]);
  });

  test("shows the price of all pieces of an item, and of one", async () => {
    storeCart(aCartItem(1, { quantity: 2 }), aCartItem(2));
    await openCart();
    const prices = () => [...document.querySelectorAll(".cart-price")].map(({ textContent }) => textContent);
    expect(prices()).toEqual(["$60.00 2 × $30.00", "$30.00"]);
    await user.click(button("One more: Shirt 2, Ink / M"));
    expect(prices()).toEqual(["$60.00 2 × $30.00", "$60.00 2 × $30.00"]);
  });

  test.each([
    [undefined, "Shipping and taxes are added at the checkout."],
    ["included", "Prices include taxes. Shipping is added at the checkout."],
    ["unknown", "Shipping, and taxes that prices do not include, are added at the checkout."],
  ] as const)("says what the checkout adds when taxes are %s", (taxes, sentence) => {
    storeCart(aCartItem(1));
    render(<CartModal taxes={taxes} onClose={onClose} leave={leave} />);
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  test("formats prices and the total for the artist's language", async () => {
    storeCart(aCartItem(1, { quantity: 2, amount: "1100.5", currencyCode: "GBP" }));
    render(
      <LanguageContext value="en-GB">
        <CartModal onClose={onClose} leave={leave} />
      </LanguageContext>,
    );
    expect(document.querySelector(".cart-price")?.textContent).toBe("£2,201.00 2 × £1,100.50");
    expect(total()).toBe("Total: £2,201.00");
  });

  test("is empty with a link to the shop, without a request to the store", async () => {
    render(<CartModal onClose={onClose} leave={leave} />);
    expect(screen.getByText("Nothing in here yet.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Checkout" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Look around the shop" }));
    expect(onClose).toHaveBeenCalled();
    expect(store.operations).toEqual([]);
  });

  test.each([[], [aCartItem(2)]])("reports ordered items that were removed, once, %#", (...others) => {
    storeCart(...others);
    isOrderNoticeDue.set(true);
    const notice = "What you ordered is no longer in here.";
    const { unmount } = render(<CartModal onClose={onClose} leave={leave} />);
    expect(screen.getByText(notice)).toBeTruthy();
    unmount();
    render(<CartModal onClose={onClose} leave={leave} />);
    expect(screen.queryByText(notice)).toBeNull();
  });

  test("hides the name of a product's only variant", async () => {
    const item = aCartItem(1);
    const [variant] = item.product.variants;
    if (variant) variant.title = "Default Title";
    storeCart(item);
    await openCart();
    expect(screen.queryByText("Default Title")).toBeNull();
  });
});

describe("changing the cart", () => {
  test("Remove removes the item and leaves the focus in the cart", async () => {
    storeCart(aCartItem(1), aCartItem(2));
    await openCart();
    await user.click(button("Remove Shirt 1, Ink / M"));
    expect(screen.queryByText("Shirt 1")).toBeNull();
    expect(total()).toBe("Total: $30.00 CAD");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "CART" }));
    await waitFor(() => expect(store.quantities()).toEqual([[variantId(2), 1]]));
    await user.click(button("Remove Shirt 2, Ink / M"));
    expect(screen.getByText("Nothing in here yet.")).toBeTruthy();
  });

  test("the buttons change the quantity by steps, from 1 to 99", async () => {
    storeCart(aCartItem(1, { quantity: 98 }));
    await openCart();
    await user.click(button("One more: Shirt 1, Ink / M"));
    await user.click(button("One more: Shirt 1, Ink / M"));
    expect(readCart()[0]?.quantity).toBe(99);
    expect(total()).toBe("Total: $2,970.00 CAD");
    expect(button("One more: Shirt 1, Ink / M").getAttribute("aria-disabled")).toBe("true");
    await user.click(button("One fewer: Shirt 1, Ink / M"));
    expect(readCart()[0]?.quantity).toBe(98);
  });

  test("a step after typing shows the cart's quantity, even if the field still has the focus", async () => {
    storeCart(aCartItem(1));
    await openCart();
    const field = screen.getByLabelText<HTMLInputElement>("Quantity: Shirt 1, Ink / M");
    await user.clear(field);
    await user.type(field, "5");
    // In some browsers, a pressed button does not get the focus.
    fireEvent.click(button("One more: Shirt 1, Ink / M"));
    expect([field.value, readCart()[0]?.quantity]).toEqual(["6", 6]);
  });

  test.each([
    ["12", 12],
    ["500", 99],
    ["0", 1],
    ["-3", 1],
    ["2.9", 3],
  ])("%s in the field sets the quantity to %i", async (typed, quantity) => {
    storeCart(aCartItem(1, { quantity: 4 }));
    await openCart();
    const field = screen.getByLabelText<HTMLInputElement>("Quantity: Shirt 1, Ink / M");
    await user.clear(field);
    expect(readCart()[0]?.quantity).toBe(4);
    await user.type(field, typed);
    await user.tab();
    expect(readCart()[0]?.quantity).toBe(quantity);
    expect(field.value).toBe(String(quantity));
  });

  test("a change in another tab shows here", async () => {
    storeCart(aCartItem(1));
    await openCart();
    storeCart(aCartItem(1), aCartItem(2));
    act(() => {
      dispatchEvent(new StorageEvent("storage", { key: "cart" }));
    });
    expect(screen.getByText("Shirt 2")).toBeTruthy();
  });
});

describe("leaving the cart", () => {
  test("No, Escape and a click on the backdrop close it", async () => {
    storeCart(aCartItem(1));
    await openCart();
    await user.click(button("No"));
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("dialog"));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  test("Checkout opens the address of the Storefront cart", async () => {
    storeCart(aCartItem(1, { quantity: 2 }));
    await openCart();
    await user.click(button("Checkout"));
    await waitFor(() => expect(leave).toHaveBeenCalledWith("https://artist.example/checkout/cart/1"));
    expect(readCheckout()).toEqual({
      quantities: { [variantId(1)]: 2 },
      updatedAt: expect.any(String),
      at: expect.any(Number),
    });
  });

  test("Checkout waits for the Storefront cart, and leaves only once", async () => {
    storeCart(aCartItem(1));
    render(<CartModal onClose={onClose} leave={leave} />);
    await user.click(button("Checkout"));
    await user.click(button("One moment…"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(leave).toHaveBeenCalledTimes(1);
    expect(store.carts.size).toBe(1);
  });

  test("if the cart is closed while Checkout waits, the visitor stays on the page", async () => {
    storeCart(aCartItem(1));
    const { unmount } = render(<CartModal onClose={onClose} leave={leave} />);
    await user.click(button("Checkout"));
    unmount();
    expect(await waitForStorefront()).toMatchObject({ step: "in-step" });
    expect(leave).not.toHaveBeenCalled();
    expect(readCheckout()).toBeUndefined();
  });
});

describe("an item that changed since it was added", () => {
  test("with another price: the current one counts, and the notice has the earlier one", async () => {
    store.prices.set(variantId(1), "32.5");
    storeCart(aCartItem(1));
    await openCart();
    expect(notes()).toEqual(["The price has changed since you added it. It was $30.00."]);
    expect(total()).toBe("Total: $32.50 CAD");
  });

  test("with another currency: the notice has the earlier price with its code", async () => {
    store.prices.set(variantId(1), "32.5");
    const item = aCartItem(1);
    const [variant] = item.product.variants;
    if (variant) variant.price = { amount: "24.00", currencyCode: "USD" };
    storeCart(item);
    await openCart();
    expect(notes()).toEqual(["The price has changed since you added it. It was $24.00 USD."]);
    // The line and the total have this price.
    expect(screen.getAllByText("$32.50 CAD")).toHaveLength(2);
  });

  test("sold out: it has a notice and does not count, and the rest can be bought", async () => {
    store.notOnSale.add(variantId(1));
    storeCart(aCartItem(1), aCartItem(2));
    await openCart();
    expect(notes()).toEqual(["Sold out since you added it. It will not be in your order.", ""]);
    expect(total()).toBe("Total: $30.00 CAD");
    await user.click(button("Checkout"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
  });

  test("with too large a quantity: the line and Checkout say so, and a smaller quantity can be bought", async () => {
    store.stock.set(variantId(1), 3);
    storeCart(aCartItem(1, { quantity: 4 }), aCartItem(2));
    await openCart();
    await waitFor(() =>
      expect(notes()).toEqual([
        "This is more than are left, or more than one order can have. Please choose a smaller number.",
        "",
      ]),
    );
    await user.click(button("Checkout"));
    expect((await screen.findByRole("alert")).textContent).toContain("smaller numbers");
    expect(leave).not.toHaveBeenCalled();
    await user.click(button("One fewer: Shirt 1, Ink / M"));
    expect(notes()).toEqual(["", ""]);
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(button("Checkout"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(store.quantities()).toContainEqual([variantId(1), 3]);
  });

  test("no longer in the shop: even several pieces are sold out and do not count", async () => {
    store.stock.set(variantId(1), 0);
    storeCart(aCartItem(1, { quantity: 3 }), aCartItem(2));
    await openCart();
    await waitFor(() => expect(notes()).toEqual(["Sold out since you added it. It will not be in your order.", ""]));
    expect(total()).toBe("Total: $30.00 CAD");
    await user.click(button("Checkout"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
  });

  test("with everything sold out: the items stay, and Checkout says that nothing can be bought", async () => {
    store.stock.set(variantId(1), 0);
    storeCart(aCartItem(1));
    await openCart();
    await waitFor(() => expect(notes()[0]).toContain("Sold out"));
    await user.click(button("Checkout"));
    expect((await screen.findByRole("alert")).textContent).toBe("Nothing in this cart can be bought just now.");
    expect(readCart()).toHaveLength(1);
  });

  test("after a network failure: the items stay, and the button retries", async () => {
    storeCart(aCartItem(1));
    await openCart();
    store.isDown = true;
    await user.click(button("One more: Shirt 1, Ink / M"));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The shop cannot be reached. Your cart is safe. Check your connection, then try again.",
    );
    expect(screen.getByText("Shirt 1")).toBeTruthy();
    await user.click(button("Try Again"));
    await screen.findByRole("button", { name: "Try Again" });
    store.isDown = false;
    await user.click(button("Try Again"));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(store.quantities()).toEqual([[variantId(1), 2]]);
  });
});
