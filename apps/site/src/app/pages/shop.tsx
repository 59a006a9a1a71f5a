import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { useCallback } from "react";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { cartItemOf } from "../../features/cart/cart-item.ts";
import { addToCart } from "../../features/cart/local-cart.ts";
import { createProductSource } from "../../features/shop/product-source.ts";
import { Shop } from "../../features/shop/shop.tsx";
import { openCart } from "../layout/open-cart.ts";
import type { PageProps } from "../screens.tsx";

export { Footer } from "../layout/footer.tsx";

/** Kept for the visit, so that coming back to the shop finds its first products at once. */
const source = createProductSource(siteStorefront);

const putIntoCart = (product: ShopProduct, { id }: ShopVariant) => addToCart(cartItemOf(product, id));

/** The shop, and what it shares with the cart. */
export default function ShopPage({ site, content }: PageProps<"shop">) {
  const { title, introductionHtml, products, handle } = content;
  const nameThePage = useCallback(
    (product: ShopProduct | undefined) => {
      document.title = `${product?.title ?? title} · ${site.name}`;
    },
    [title, site.name],
  );
  return (
    <Shop
      title={title}
      introductionHtml={introductionHtml}
      finished={products}
      handle={handle}
      source={source}
      onAddToCart={putIntoCart}
      onViewCart={openCart}
      onShow={nameThePage}
    />
  );
}
