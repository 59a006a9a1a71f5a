import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { SHOP_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { Price } from "./price.tsx";
import { firstImage, ProductPicture } from "./product-picture.tsx";
import { productPath } from "./product-route.ts";
import "./product-grid.css";

/** How wide a product's picture is shown in the grid. */
export const GRID_SIZES = "(min-width: 100rem) 23vw, (min-width: 48rem) 30vw, (min-width: 22.5rem) 45vw, 92vw";

/** Pictures of the first row, on the widest windows. */
const FIRST_ROW = 4;

/** All products, each a link to its own page. */
export function ProductGrid({ products }: { products: ShopProduct[] }) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <Card product={product} isFirst={index < FIRST_ROW} />
        </li>
      ))}
    </ul>
  );
}

function Card({ product, isFirst }: { product: ShopProduct; isFirst: boolean }) {
  const { handle, title, variants, availableForSale } = product;
  const [first] = variants;
  return (
    <article className="product-card" data-sold-out={!availableForSale}>
      <div className="product-card-picture">
        <ProductPicture
          image={firstImage(product)}
          title={title}
          sizes={GRID_SIZES}
          priority={isFirst ? "high" : "auto"}
        />
        {!availableForSale && <p className="product-card-mark">{SHOP_MESSAGES.soldOut}</p>}
      </div>
      <h2>
        <a href={productPath(handle)}>{title}</a>
      </h2>
      {first && <Price variant={first} />}
    </article>
  );
}
