import type { ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { useCallback } from "react";
import { siteStorefront } from "../../api/storefront/site-storefront.ts";
import { createCartItem } from "../../features/cart/cart-item.ts";
import { addToCart } from "../../features/cart/local-cart.ts";
import { createProductSource } from "../../features/shop/products.ts";
import { Shop } from "../../features/shop/shop.tsx";
import { openCart } from "../layout/cart.tsx";
import type { PageProps } from "../screens.tsx";
import { usePartInHead } from "../use-part-in-head.ts";

export { Footer } from "../layout/footer.tsx";

/** Caches the products until the page is left. */
const source = createProductSource(siteStorefront);

const addItem = (product: ShopProduct, { id }: ShopVariant) => addToCart(createCartItem(product, id));

export default function ShopPage({ site, content }: PageProps<"shop">) {
  const { title, introductionHtml, products, handle } = content;
  const updateHead = usePartInHead(site, handle);
  const onShow = useCallback(
    (product: ShopProduct | undefined, all: ShopProduct[]) =>
      updateHead(product?.handle, product?.title ?? title, () => {
        const { handle: _, ...words } = content;
        return {
          ...words,
          ...(product ? { handle: product.handle, products: [product] } : { products: all }),
        };
      }),
    [updateHead, title, content],
  );
  return (
    <Shop
      title={title}
      introductionHtml={introductionHtml}
      finished={products}
      handle={handle}
      source={source}
      onAddToCart={addItem}
      onViewCart={openCart}
      onShow={onShow}
    />
  );
}
