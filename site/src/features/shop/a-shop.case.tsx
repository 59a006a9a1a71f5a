import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, vi } from "vitest";
import { anImage, aPage, aVariant, aWireProduct, storeAnswers } from "../../api/storefront/a-store.case.ts";
import type { ProductFieldsFragment } from "../../api/storefront/generated.ts";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { createProductSource, toShopProduct } from "./products.ts";
import { type OnAddToCart, Shop } from "./shop.tsx";

/** A shirt in three sizes, one of them sold out and one more expensive. */
export const tee = aWireProduct({
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
/** A record without a picture, sold out. */
export const vinyl = aWireProduct({
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

/** Products in the shape of a finished page. */
export const finished = (...products: ProductFieldsFragment[]): ShopProduct[] =>
  products.map((product) =>
    toShopProduct({
      ...product,
      images: product.images.edges.map(({ node }) => node),
      variants: product.variants.edges.map(({ node }) => node),
    }),
  );

/** A store that has only these products, all on its first page. */
export const storeWith = (...products: ProductFieldsFragment[]) =>
  storeAnswers(({ operation }) =>
    operation === "ProductList" ? { data: { products: aPage(products) } } : { data: { productByHandle: null } },
  );

/** Renders the shop with the store of the test. */
export function show(props: Partial<Parameters<typeof Shop>[0]> = {}) {
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

beforeEach(() => {
  history.replaceState(null, "", "/#/shop");
});
