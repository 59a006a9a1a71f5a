import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { useCallback } from "react";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { cartItemOf } from "../../features/cart/cart-item.ts";
import { addToCart } from "../../features/cart/local-cart.ts";
import { createProductSource } from "../../features/shop/product-source.ts";
import { Shop } from "../../features/shop/shop.tsx";
import { openCart } from "../layout/open-cart.ts";
import type { PageProps } from "../screens.tsx";
import { usePartInHead } from "../use-part-in-head.ts";

export { Footer } from "../layout/footer.tsx";

/** Kept for the visit, so that coming back to the shop finds its first products at once. */
const source = createProductSource(siteStorefront);

const putIntoCart = (product: ShopProduct, { id }: ShopVariant) => addToCart(cartItemOf(product, id));

/** The shop, and what it shares with the cart. */
export default function ShopPage({ site, content }: PageProps<"shop">) {
  const { title, introductionHtml, products, handle } = content;
  const tell = usePartInHead(site, handle);
  const onShow = useCallback(
    (product: ShopProduct | undefined, all: ShopProduct[]) =>
      tell(product?.handle, product?.title ?? title, () => {
        const { handle: _, ...words } = content;
        return {
          ...words,
          ...(product ? { handle: product.handle, products: [product] } : { products: all }),
        };
      }),
    [tell, title, content],
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
      onShow={onShow}
    />
  );
}
