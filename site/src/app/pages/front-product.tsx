import { type FrontProduct as Content, productPath, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { chooseShape } from "../../features/shop/shape.ts";
import { wordSize } from "../../lib/word-size.ts";
import { phoneSizes } from "../../ui/picture.tsx";
import { FrontPicture } from "./front-picture.tsx";
import * as words from "./words.ts";

/** One piece of the shop. */
export function FrontProduct({ product }: { product: Content }) {
  const { handle, title, type, price, picture } = product;
  return (
    <section
      className="front front-product"
      data-shape={picture && chooseShape(picture)}
      aria-labelledby="front-product"
    >
      <div className="front-words">
        <p className="front-facts">{type ? `${type}, ${price}` : price}</p>
        <h2 id="front-product" data-word={wordSize(title)}>
          <a href={productPath(handle)}>{title}</a>
        </h2>
        <a className="arrow-link" href={SCREEN_PATHS.shop}>
          {words.shop}
        </a>
      </div>
      {picture && <FrontPicture picture={picture} sizes={`(min-width: 48rem) 43vw, ${phoneSizes(80)}`} />}
    </section>
  );
}
