import { productPath } from "@porchlight/protocol/content.ts";
import type { ShopProduct } from "@porchlight/protocol/shop.ts";
import { layOutPlates, PLATE_SIZES, type Plate } from "./plates.ts";
import { Price } from "./price.tsx";
import { firstImage, ProductPicture } from "./product-picture.tsx";
import { isLongTitle } from "./products.ts";
import { soldOut } from "./words.ts";
import "./lookbook.css";

/** All products in order, each with a link to its own page. The first is a spread, the others are plates below it. */
export function Lookbook({ products: [first, ...others] }: { products: ShopProduct[] }) {
  const [, ...plates] = layOutPlates(others.length + 1);
  return (
    <>
      {first && <Card product={first} plate="lead" />}
      {others.length > 0 && (
        <ul className="lookbook">
          {others.map((product, index) => {
            // The `!` holds: there are as many plates as products.
            const plate = plates[index]!;
            return (
              <li key={product.id} data-plate={plate}>
                <Card product={product} plate={plate} />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Card({ product, plate }: { product: ShopProduct; plate: Plate }) {
  const { handle, title, variants, availableForSale } = product;
  const [first] = variants;
  return (
    <article className={`product-card product-${plate}`} data-sold-out={!availableForSale}>
      <div className="product-card-picture">
        <ProductPicture
          image={firstImage(product)}
          title={title}
          sizes={PLATE_SIZES[plate]}
          priority={plate === "lead" ? "high" : "auto"}
        />
        {!availableForSale && <p className="product-card-mark">{soldOut}</p>}
      </div>
      <div className="product-card-words">
        <h2 data-long={isLongTitle(title)}>
          <a href={productPath(handle)}>{title}</a>
        </h2>
        {first && <Price variant={first} />}
      </div>
    </article>
  );
}
