import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { aPage, storeAnswers } from "../../api/storefront/a-store.case.ts";
import { finished, show, storeWith, tee, vinyl } from "./a-shop.case.tsx";
import type { Shop } from "./shop.tsx";

describe("a product", () => {
  const openTee = async (props: Partial<Parameters<typeof Shop>[0]> = {}) => {
    storeWith(tee, vinyl);
    const shown = show({ finished: finished(tee, vinyl), ...props });
    await shown.user.click(screen.getByRole("link", { name: "Lake tee" }));
    return { ...shown, dialog: screen.getByRole("dialog", { name: "Lake tee" }) };
  };

  it("opens in a dialog with its texts, at its own address", async () => {
    const onShow = vi.fn();
    const { dialog } = await openTee({ onShow });
    expect(location.hash).toBe("#/shop/tee");
    expect(within(dialog).getByText("$38.00")).toBeTruthy();
    expect(within(dialog).getByText("Soft, dark.")).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByRole("heading", { name: "Lake tee" }));
    expect(onShow.mock.lastCall?.[0]).toMatchObject({ handle: "tee" });
  });

  it.each([
    [
      "Cancel",
      (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Cancel" })),
    ],
    ["Escape", (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
    ["a click on the backdrop", (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("dialog"))],
  ])("is closed by %s, which goes back in the history", async (_, close) => {
    const back = vi.spyOn(history, "back").mockImplementation(() => {});
    const { user } = await openTee();
    await close(user);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(back).toHaveBeenCalledTimes(1);
  });

  it("is closed by going back, and reopened by going forward", async () => {
    await openTee();
    history.replaceState(null, "", "/#/shop");
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.queryByRole("dialog")).toBeNull();
    history.replaceState(null, "", "/#/shop/tee");
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
  });

  it("opens at its own address, and closing it leads to the shop", async () => {
    history.replaceState(null, "", "/#/shop/tee");
    const back = vi.spyOn(history, "back");
    storeWith(tee);
    const { user } = show();
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(location.hash).toBe("#/shop");
    expect(back).not.toHaveBeenCalled();
  });

  it("has its own finished page, and the shop loads behind it", async () => {
    history.replaceState(null, "", "/#/shop/tee");
    storeWith(tee, vinyl);
    show({ finished: finished(tee), handle: "tee" });
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
    await waitFor(() => expect(screen.getAllByRole("article", { hidden: true })).toHaveLength(2));
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
  });

  it("that was opened by its address returns the focus to its card, or to the heading if it has no card", async () => {
    storeWith(vinyl);
    history.replaceState(null, "", "/#/shop/long-point");
    const { user } = show({ finished: finished(vinyl), handle: "long-point" });
    await waitFor(() => expect(screen.getAllByRole("article", { hidden: true })).toHaveLength(1));
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Long Point" }));
    cleanup();

    history.replaceState(null, "", "/#/shop/tee");
    show({ finished: finished(tee), handle: "tee" });
    await waitFor(() => expect(screen.getAllByRole("article", { hidden: true })).toHaveLength(1));
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Merchandise" }));
  });

  it("outside of the first page is fetched by its handle", async () => {
    history.replaceState(null, "", "/#/shop/long-point");
    const sent = storeAnswers(({ operation }) =>
      operation === "ProductList" ? { data: { products: aPage([tee], true) } } : { data: { productByHandle: vinyl } },
    );
    show();
    expect(await screen.findByRole("dialog", { name: "Long Point" })).toBeTruthy();
    expect(sent.at(-1)?.variables).toEqual({ handle: "long-point" });
  });

  it("that is unknown leads to the shop with a notice", async () => {
    history.replaceState(null, "", "/#/shop/gone");
    storeWith(tee);
    show();
    expect(await screen.findByText("That item is no longer in the shop. Here is everything that is.")).toBeTruthy();
    expect(location.hash).toBe("#/shop");
    expect(screen.getByRole("link", { name: "Lake tee" })).toBeTruthy();
  });

  it("that cannot be fetched stays in the address, and the error is logged", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    history.replaceState(null, "", "/#/shop/long-point");
    storeAnswers(({ operation }) => (operation === "ProductList" ? { data: { products: aPage([tee]) } } : {}));
    show();
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect(location.hash).toBe("#/shop/long-point");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has sizes to choose from, and price and picture follow the choice", async () => {
    const { user, dialog } = await openTee();
    const size = within(dialog).getByRole("group", { name: "Size" });
    expect(within(size).getByRole<HTMLInputElement>("radio", { name: "S" }).checked).toBe(true);
    expect(within(size).getByRole<HTMLInputElement>("radio", { name: "M (Sold out)" }).disabled).toBe(true);
    await user.click(within(size).getByRole("radio", { name: "L" }));
    expect(within(dialog).getByText("$42.50")).toBeTruthy();
    expect(within(dialog).getByRole("img", { name: "A large shirt" })).toBeTruthy();
  });

  it("shows each of its pictures", async () => {
    const { user, dialog } = await openTee();
    await user.click(within(dialog).getByRole("button", { name: "Show picture 2 of 2" }));
    const picture = dialog.querySelector(".product-pictures > .product-picture img");
    expect(picture?.getAttribute("src")).toContain("store/back-");
    expect(within(dialog).getByRole("button", { name: "Show picture 2 of 2" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
  });

  it("is added to the cart as chosen, the dialog closes, and an alert says so", async () => {
    vi.spyOn(history, "back").mockImplementation(() => {});
    const { user, dialog, onAddToCart, onViewCart } = await openTee();
    await user.click(within(dialog).getByRole("radio", { name: "L" }));
    await user.click(within(dialog).getByRole("button", { name: "Add To Cart" }));
    expect(onAddToCart.mock.lastCall?.map(({ id }) => id)).toEqual(["gid://shopify/Product/1", "v/L"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Lake tee is in your cart.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "View cart" }));
    expect(onViewCart).toHaveBeenCalledOnce();
  });

  it("that is already in the cart causes an alert, and the dialog closes", async () => {
    vi.spyOn(history, "back").mockImplementation(() => {});
    const { user } = await openTee({ onAddToCart: () => "already-in-cart" });
    await user.click(screen.getByRole("button", { name: "Add To Cart" }));
    expect(screen.getByRole("alert").textContent).toBe("Item already in cart!");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("that is sold out cannot be added to the cart", async () => {
    storeWith(vinyl);
    const { user } = show({ finished: finished(vinyl) });
    await user.click(screen.getByRole("link", { name: "Long Point" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add To Cart" }).disabled).toBe(true);
    expect(within(screen.getByRole("dialog")).getByText("Sold out")).toBeTruthy();
  });

  it("opens in another tab if a modifier key is pressed", async () => {
    storeWith(tee);
    show({ finished: finished(tee) });
    const link = screen.getByRole("link", { name: "Lake tee" });
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, metaKey: true });
    act(() => void link.dispatchEvent(click));
    expect(click.defaultPrevented).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
