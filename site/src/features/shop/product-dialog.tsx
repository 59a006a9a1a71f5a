import type { ShopImage, ShopProduct, ShopVariant } from "@porchlight/protocol/shop.ts";
import { SHOP_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { Modal } from "../../ui/dialog.tsx";
import { Html } from "../../ui/html.tsx";
import { ofPhone } from "../../ui/picture.tsx";
import { isLongName } from "./long-name.ts";
import { OptionChoices } from "./option-choice.tsx";
import { Price } from "./price.tsx";
import { firstImage, ProductPicture } from "./product-picture.tsx";
import { firstVariant } from "./variant-choice.ts";
import "./product-dialog.css";

/** How wide the product's picture is shown in its window. */
export const DIALOG_SIZES = `(min-width: 120rem) min(34vw, 60rem), (min-width: 64rem) min(41rem, 50vw), ${ofPhone(100)}`;

/**
 * One product: its pictures, what it costs, its options, and the way into the cart.
 *
 * @param isInPage whether the page came with it, as a product's own page does; it is readable there without script
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
  // The product may have been fetched anew, and the chosen variant be gone.
  const variant = variants.find((one) => one.id === chosenId) ?? firstVariant(product);
  const shown = picked ?? variant.image ?? firstImage(product);

  // The first control is far down on a phone; from the heading one reads on. After the window itself has opened.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Modal labelledBy={id} className="product-dialog" isInPage={isInPage} onClose={onClose}>
      <div className="product">
        <div className="product-pictures">
          <ProductPicture image={shown} title={title} sizes={DIALOG_SIZES} priority="high" />
          {images.length > 1 && <Thumbnails images={images} title={title} shown={shown} onPick={setPicked} />}
        </div>
        <div className="product-words">
          <h2 id={id} ref={heading} tabIndex={-1} data-long={isLongName(title)}>
            {title}
          </h2>
          <div className="product-price" aria-live="polite">
            <Price variant={variant} />
            {!variant.availableForSale && <p className="product-sold-out">{SHOP_MESSAGES.soldOut}</p>}
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
              See everything in the shop
            </a>
          </p>
        </div>
        <div className="product-actions">
          <button type="button" className="button button-quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button" disabled={!variant.availableForSale} onClick={() => onAdd(variant)}>
            Add To Cart
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
    <ul className="product-thumbnails" aria-label={`Pictures of ${title}`}>
      {images.map((image, index) => (
        <li key={image.url}>
          <button
            type="button"
            aria-pressed={image.url === shown?.url}
            aria-label={`Show picture ${index + 1} of ${images.length}`}
            onClick={() => onPick(image)}
          >
            <ProductPicture image={{ ...image, altText: "" }} title={title} sizes="5rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}
