import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { anImage, aPage, aVariant, aWireProduct, type Sent, storeAnswers } from "../../api/storefront/a-store.case.ts";
import type { ProductFieldsFragment } from "../../api/storefront/generated.ts";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { createProductSource } from "./product-source.ts";
import { type OnAddToCart, Shop } from "./shop.tsx";
import { shopProductOf } from "./shop-product.ts";

const tee = aWireProduct({
  options: [{ name: "Size", values: ["S", "M", "L"] }],
  images: aPage([anImage(), anImage({ src: "https://artist.example/optimized/store/back-large.jpg?v=1" })]),
  variants: aPage([
    aVariant(),
    aVariant({ id: "v/M", selectedOptions: [{ name: "Size", value: "M" }], available: false }),
    aVariant({
      id: "v/L",
      selectedOptions: [{ name: "Size", value: "L" }],
      price: { amount: "42.50", currencyCode: "CAD" },
      image: anImage({ src: "https://artist.example/optimized/store/tee-l-large.jpg?v=2", altText: "A large shirt" }),
    }),
  ]),
});
const vinyl = aWireProduct({
  id: "gid://shopify/Product/2",
  handle: "long-point",
  title: "Long Point",
  availableForSale: false,
  options: [{ name: "Title", values: ["Default Title"] }],
  variants: aPage([
    aVariant({
      id: "v/lp",
      available: false,
      compareAtPrice: { amount: "45.00", currencyCode: "CAD" },
      selectedOptions: [{ name: "Title", value: "Default Title" }],
    }),
  ]),
  images: aPage([]),
});

const finished = (...products: ProductFieldsFragment[]): ShopProduct[] =>
  products.map((product) =>
    shopProductOf({
      ...product,
      images: product.images.edges.map(({ node }) => node),
      variants: product.variants.edges.map(({ node }) => node),
    }),
  );

/** A store with these products on its first page; others are found by their handles alone. */
const storeWith = (...products: ProductFieldsFragment[]) =>
  storeAnswers(({ operation }) =>
    operation === "ProductList" ? { data: { products: aPage(products) } } : { data: { productByHandle: null } },
  );

function show(props: Partial<Parameters<typeof Shop>[0]> = {}) {
  const onAddToCart = vi.fn<OnAddToCart>(() => "added");
  const onViewCart = vi.fn();
  render(
    <Shop
      title="Merchandise"
      introductionHtml="<p>Hello.</p>"
      finished={undefined}
      handle={undefined}
      source={createProductSource(siteStorefront)}
      onAddToCart={onAddToCart}
      onViewCart={onViewCart}
      onShow={() => () => {}}
      {...props}
    />,
  );
  return { onAddToCart, onViewCart, user: userEvent.setup() };
}

const lines = () => screen.getAllByRole("article").map((card) => card.textContent);

beforeEach(() => {
  history.replaceState(null, "", "/#/shop");
});

describe("the shop", () => {
  it("shows a spinner until the first products have come, then each with title and first price", async () => {
    let answer: (value: unknown) => void = () => {};
    const sent = storeAnswers(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    show();
    expect(screen.getByText("Loading the shop…")).toBeTruthy();
    await waitFor(() => expect(sent).toHaveLength(1));
    answer({ data: { products: aPage([tee, vinyl]) } });
    expect(await screen.findByRole("link", { name: "Lake tee" })).toBeTruthy();
    expect(screen.queryByText("Loading the shop…")).toBeNull();
    expect(lines()).toEqual(["Lake tee$38.00", "Long PointSold outLong PointNow $38.00, before $45.00"]);
  });

  it("shows a finished page's products at once and brings them up to date quietly", async () => {
    storeWith({ ...tee, title: "Lake tee, new print" });
    show({ finished: finished(tee) });
    expect(screen.getByRole("link", { name: "Lake tee" })).toBeTruthy();
    expect(screen.queryByText("Loading the shop…")).toBeNull();
    expect(await screen.findByRole("link", { name: "Lake tee, new print" })).toBeTruthy();
  });

  it("only logs a fetch that failed, keeps what it shows, and says nothing", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    storeAnswers(() => ({ errors: [{ message: "Throttled" }] }));
    show({ finished: finished(tee) });
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect(lines()).toEqual(["Lake tee$38.00"]);
    expect(screen.queryByRole("alert")).toBeNull();
    vi.mocked(console.warn).mockClear();
  });

  it("stops loading after a fetch that failed, and can be tried again", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    let isDown = true;
    storeAnswers(() => (isDown ? {} : { data: { products: aPage([tee]) } }));
    const { user } = show();
    const again = await screen.findByRole("button", { name: "Try Again" });
    expect(screen.queryByText("Loading the shop…")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole("link", { name: "Lake tee" })).toBeTruthy();
    vi.mocked(console.warn).mockClear();
  });

  it("keeps the focus while it is tried again, and leads it on when the products have come", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    let answer: (value: unknown) => void = () => {};
    const sent = storeAnswers(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const nth = async (count: number, value: unknown) => {
      await waitFor(() => expect(sent).toHaveLength(count));
      await act(async () => answer(value));
    };
    const { user } = show();
    await nth(1, {});
    const again = await screen.findByRole("button", { name: "Try Again" });
    await user.click(again);
    expect([document.activeElement, again.getAttribute("aria-disabled")]).toEqual([again, "true"]);
    expect(screen.getByText("Loading the shop…")).toBeTruthy();
    await nth(2, {});
    await waitFor(() => expect(again.getAttribute("aria-disabled")).toBe("false"));
    expect(document.activeElement).toBe(again);
    await user.click(again);
    await nth(3, { data: { products: aPage([tee]) } });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Merchandise" })));
    expect(lines()).toEqual(["Lake tee$38.00"]);
    vi.mocked(console.warn).mockClear();
  });

  it("opens the product of its address, too, when it is tried again", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    history.replaceState(null, "", "/#/shop/long-point");
    let isDown = true;
    storeAnswers(({ operation }) => {
      if (isDown) return {};
      return { data: operation === "ProductList" ? { products: aPage([tee]) } : { productByHandle: vinyl } };
    });
    const { user } = show();
    const again = await screen.findByRole("button", { name: "Try Again" });
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(2));
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole("dialog", { name: "Long Point" })).toBeTruthy();
    vi.mocked(console.warn).mockClear();
  });

  it("says so when there is nothing on sale", async () => {
    storeWith();
    show();
    expect(await screen.findByRole("heading", { name: "The table is bare" })).toBeTruthy();
  });

  it("fetches the rest of a large shop when asked to", async () => {
    const sent = storeAnswers(({ variables }) => ({
      data: { products: variables.after ? aPage([vinyl]) : aPage([tee], true) },
    }));
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Show More" }));
    expect(await screen.findByRole("link", { name: "Long Point" })).toBe(document.activeElement);
    expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(sent.map(({ variables }: Sent) => [variables.first, variables.after])).toEqual([
      [100, undefined],
      [100, "c0"],
    ]);
  });

  it("shows what it knew at once on the next visit", async () => {
    storeWith(tee);
    const source = createProductSource(siteStorefront);
    await source.list();
    show({ source });
    expect(lines()).toEqual(["Lake tee$38.00"]);
    await act(async () => {});
  });

  describe("that was looked through further than its first page", () => {
    const pin = aWireProduct({ id: "gid://shopify/Product/3", handle: "pin", title: "Pin" });
    const names = () => screen.getAllByRole("article").map((card) => within(card).getByRole("link").textContent);

    /** Comes back to it when its first page and what follows are these. */
    async function comeBack(first: ProductFieldsFragment[], rest?: ProductFieldsFragment[]) {
      let isBack = false;
      storeAnswers(({ variables }) => {
        const [one, other] = isBack ? [first, rest] : [[tee], [vinyl]];
        return { data: { products: variables.after ? aPage(other ?? []) : aPage(one, other !== undefined) } };
      });
      const source = createProductSource(siteStorefront);
      const { next } = await source.list();
      await source.list(next);
      isBack = true;
      show({ source });
      expect(names()).toEqual(["Lake tee", "Long Point"]);
      await act(async () => {});
    }

    it("is as long on the next visit, with its first page brought up to date", async () => {
      await comeBack([{ ...tee, title: "Lake tee, new print" }], [vinyl]);
      expect(names()).toEqual(["Lake tee, new print", "Long Point"]);
      expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
    });

    it("has each product once, where others stand before it by now", async () => {
      await comeBack([pin], [tee, vinyl]);
      expect(names()).toEqual(["Pin", "Lake tee", "Long Point"]);
    });

    it("has become smaller where one page holds it all", async () => {
      await comeBack([tee]);
      expect(names()).toEqual(["Lake tee"]);
    });
  });
});

describe("a product", () => {
  const openTee = async (props: Partial<Parameters<typeof Shop>[0]> = {}) => {
    storeWith(tee, vinyl);
    const shown = show({ finished: finished(tee, vinyl), ...props });
    await shown.user.click(screen.getByRole("link", { name: "Lake tee" }));
    return { ...shown, dialog: screen.getByRole("dialog", { name: "Lake tee" }) };
  };

  it("opens in a window with its words, under an address of its own", async () => {
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
    ["a click beside it", (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("dialog"))],
  ])("is closed by %s, which goes back in the history", async (_, close) => {
    const back = vi.spyOn(history, "back").mockImplementation(() => {});
    const { user } = await openTee();
    await close(user);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(back).toHaveBeenCalledTimes(1);
  });

  it("is closed by going back, and opened again by going forward", async () => {
    await openTee();
    history.replaceState(null, "", "/#/shop");
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.queryByRole("dialog")).toBeNull();
    history.replaceState(null, "", "/#/shop/tee");
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
  });

  it("is open when its address is, and leads to the shop when it is closed", async () => {
    history.replaceState(null, "", "/#/shop/tee");
    const back = vi.spyOn(history, "back");
    storeWith(tee);
    const { user } = show();
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
    expect(location.hash).toBe("#/shop");
    expect(back).not.toHaveBeenCalled();
  });

  it("has a finished page of its own, behind which the shop is fetched", async () => {
    history.replaceState(null, "", "/#/shop/tee");
    storeWith(tee, vinyl);
    show({ finished: finished(tee), handle: "tee" });
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
    expect(screen.queryByRole("article")).toBeNull();
    await waitFor(() => expect(screen.getAllByRole("article", { hidden: true })).toHaveLength(2));
    expect(screen.getByRole("dialog", { name: "Lake tee" })).toBeTruthy();
  });

  it("that nothing in the page had opened leaves the focus on its card, or on the heading where it has none", async () => {
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

  it("that is not among the first is fetched by its handle", async () => {
    history.replaceState(null, "", "/#/shop/long-point");
    const sent = storeAnswers(({ operation }) =>
      operation === "ProductList" ? { data: { products: aPage([tee], true) } } : { data: { productByHandle: vinyl } },
    );
    show();
    expect(await screen.findByRole("dialog", { name: "Long Point" })).toBeTruthy();
    expect(sent.at(-1)?.variables).toEqual({ handle: "long-point" });
  });

  it("that is not there leaves the shop with a notice", async () => {
    history.replaceState(null, "", "/#/shop/gone");
    storeWith(tee);
    show();
    expect(await screen.findByText("That item is no longer in the shop. Here is everything that is.")).toBeTruthy();
    expect(location.hash).toBe("#/shop");
    expect(screen.getByRole("link", { name: "Lake tee" })).toBeTruthy();
  });

  it("that cannot be fetched keeps its address, and is only logged", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    history.replaceState(null, "", "/#/shop/long-point");
    storeAnswers(({ operation }) => (operation === "ProductList" ? { data: { products: aPage([tee]) } } : {}));
    show();
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect(location.hash).toBe("#/shop/long-point");
    expect(screen.queryByRole("dialog")).toBeNull();
    vi.mocked(console.warn).mockClear();
  });

  it("can be chosen in sizes that are there; price and picture follow", async () => {
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

  it("goes into the cart as it was chosen; the window closes and an alert says so", async () => {
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

  it("that is in the cart already is refused, and the window closes too", async () => {
    vi.spyOn(history, "back").mockImplementation(() => {});
    const { user } = await openTee({ onAddToCart: () => "already-in-cart" });
    await user.click(screen.getByRole("button", { name: "Add To Cart" }));
    expect(screen.getByRole("alert").textContent).toBe("Item already in cart!");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("that is sold out cannot go into the cart", async () => {
    storeWith(vinyl);
    const { user } = show({ finished: finished(vinyl) });
    await user.click(screen.getByRole("link", { name: "Long Point" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add To Cart" }).disabled).toBe(true);
    expect(within(screen.getByRole("dialog")).getByText("Sold out")).toBeTruthy();
  });

  it("opens in another tab when its link is asked to", async () => {
    storeWith(tee);
    show({ finished: finished(tee) });
    const link = screen.getByRole("link", { name: "Lake tee" });
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, metaKey: true });
    act(() => void link.dispatchEvent(click));
    expect(click.defaultPrevented).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
