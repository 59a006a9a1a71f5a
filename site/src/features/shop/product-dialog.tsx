import type { ShopImage, ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { Modal } from "../../ui/dialog.tsx";
import { Html } from "../../ui/html.tsx";
import { phoneSizes } from "../../ui/picture.tsx";
import { OptionChoices } from "./option-choice.tsx";
import { Price } from "./price.tsx";
import { firstImage, ProductPicture, THUMBNAIL_SIZES } from "./product-picture.tsx";
import { isLongTitle } from "./products.ts";
import { firstVariant } from "./variant-choice.ts";
import * as words from "./words.ts";

/** The `sizes` of the product's picture. */
export const DIALOG_SIZES = `(min-width: 120rem) min(34vw, 60rem), (min-width: 48rem) min(41rem, 50vw), ${phoneSizes(100)}`;

/**
 * One product: its pictures, price and options, and a button that adds it to the cart.
 *
 * @param isInPage whether the finished HTML has the dialog, as on the product's own page, where it shows without script
 */
export function ProductDialog(props: {
  product: ShopProduct;
  isInPage: boolean;
  onAdd: (variant: ShopVariant) => void;
  onClose: () => void;
}) {
  const { product, isInPage, onAdd, onClose } = props;
  const { title, descriptionHtml, variants, images } = product;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const [picked, setPicked] = useState<ShopImage>();
  // A new version of the product may not have the chosen variant.
  const variant = variants.find((one) => one.id === chosenId) ?? firstVariant(product);
  const shown = picked ?? variant.image ?? firstImage(product);

  // On a phone the first control is far down, so the heading gets the focus when the dialog has opened.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Modal labelledBy={id} className="product-dialog" isInPage={isInPage} onClose={onClose}>
      <div className="product">
        <div className="product-pictures">
          <ProductPicture image={shown} title={title} sizes={DIALOG_SIZES} priority="high" />
          {images.length > 1 && <Thumbnails images={images} title={title} shown={shown} onPick={setPicked} />}
        </div>
        <div className="product-words">
          <h2 id={id} ref={heading} tabIndex={-1} data-long={isLongTitle(title)}>
            {title}
          </h2>
          <div className="product-price" aria-live="polite">
            <Price variant={variant} />
            {!variant.availableForSale && <p className="product-sold-out">{words.soldOut}</p>}
          </div>
          <div className="product-options">
            <OptionChoices
              product={product}
              chosen={variant}
              onChoose={({ id }) => {
                setChosenId(id);
                setPicked(undefined);
              }}
            />
          </div>
          <Html className="prose product-description" html={descriptionHtml} />
          <p className="product-way-back">
            <a className="arrow-link" href="/shop">
              {words.seeAll}
            </a>
          </p>
        </div>
        <div className="product-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="button" className="button" disabled={!variant.availableForSale} onClick={() => onAdd(variant)}>
            {words.addToCart}
          </button>
        </div>
      </div>
    </Modal>
  );
}

function Thumbnails(props: {
  images: ShopImage[];
  title: string;
  shown: ShopImage | undefined;
  onPick: (image: ShopImage) => void;
}) {
  const { images, title, shown, onPick } = props;
  return (
    <ul className="product-thumbnails" aria-label={words.picturesOf(title)}>
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            aria-pressed={image.url === shown?.url}
            aria-label={words.showPicture(index + 1, images.length)}
            onClick={() => onPick(image)}
          >
            <ProductPicture image={{ ...image, altText: "" }} title={title} sizes={THUMBNAIL_SIZES} />
          </button>
        </li>
      ))}
    </ul>
  );
}
