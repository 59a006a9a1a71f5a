import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aPage, aWireProduct, type Sent, storeAnswers } from "../../api/storefront/a-store.case.ts";
import type { ProductFieldsFragment } from "../../api/storefront/generated.ts";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { finished, show, storeWith, tee, vinyl } from "./a-shop.case.tsx";
import { createProductSource } from "./products.ts";

const lines = () => screen.getAllByRole("article").map((card) => card.textContent);

describe("the shop", () => {
  it("shows a spinner until the first products have loaded, then each with its title and first price", async () => {
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

  it("shows the products of a finished page at once, and updates them silently", async () => {
    storeWith({ ...tee, title: "Lake tee, new print" });
    show({ finished: finished(tee) });
    expect(screen.getByRole("link", { name: "Lake tee" })).toBeTruthy();
    expect(screen.queryByText("Loading the shop…")).toBeNull();
    expect(await screen.findByRole("link", { name: "Lake tee, new print" })).toBeTruthy();
  });

  it("logs a failed fetch, and still shows the same products without a message", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    storeAnswers(() => ({ errors: [{ message: "Throttled" }] }));
    show({ finished: finished(tee) });
    await waitFor(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect(lines()).toEqual(["Lake tee$38.00"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stops loading after a failed fetch, and can be retried", async () => {
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
  });

  it("leaves the focus on the button during a retry, and moves it after the products have loaded", async () => {
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
  });

  it("opens the product of the address even after a retry", async () => {
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
  });

  it("says so if there is nothing on sale", async () => {
    storeWith();
    show();
    expect(await screen.findByRole("heading", { name: "The table is bare" })).toBeTruthy();
  });

  it("fetches the rest of a large shop after a click", async () => {
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

  it("shows its cached products at once on the next visit", async () => {
    storeWith(tee);
    const source = createProductSource(siteStorefront);
    await source.fetch();
    show({ source });
    expect(lines()).toEqual(["Lake tee$38.00"]);
    await act(async () => {});
  });

  describe("with more than its first page loaded", () => {
    const pin = aWireProduct({ id: "gid://shopify/Product/3", handle: "pin", title: "Pin" });
    const names = () => screen.getAllByRole("article").map((card) => within(card).getByRole("link").textContent);

    /** Opens the shop again. The store now has this first page and these further products. */
    async function comeBack(first: ProductFieldsFragment[], rest?: ProductFieldsFragment[]) {
      let isBack = false;
      storeAnswers(({ variables }) => {
        const [one, other] = isBack ? [first, rest] : [[tee], [vinyl]];
        return { data: { products: variables.after ? aPage(other ?? []) : aPage(one, other !== undefined) } };
      });
      const source = createProductSource(siteStorefront);
      const { next } = await source.fetch();
      await source.fetch(next);
      isBack = true;
      show({ source });
      expect(names()).toEqual(["Lake tee", "Long Point"]);
      await act(async () => {});
    }

    it("has the same length on the next visit, with an updated first page", async () => {
      await comeBack([{ ...tee, title: "Lake tee, new print" }], [vinyl]);
      expect(names()).toEqual(["Lake tee, new print", "Long Point"]);
      expect(screen.queryByRole("button", { name: "Show More" })).toBeNull();
    });

    it("has each product only once if a new product moves another one to the next page", async () => {
      await comeBack([pin], [tee, vinyl]);
      expect(names()).toEqual(["Pin", "Lake tee", "Long Point"]);
    });

    it("is shorter if one page now has all products", async () => {
      await comeBack([tee]);
      expect(names()).toEqual(["Lake tee"]);
    });
  });
});
