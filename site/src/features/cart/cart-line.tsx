import { choosePattern } from "@porchlight/protocol/choose-pattern.ts";
import { productPath } from "@porchlight/protocol/content.ts";
import { formatPrice, formatWithCode } from "@porchlight/protocol/format-price.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { Money } from "@porchlight/protocol/money.ts";
import { toOwnPath } from "../../lib/own-address.ts";
import { useLanguage } from "../../ui/language.ts";
import { changeCart } from "./local-cart.ts";
import { QuantityField } from "./quantity-field.tsx";
import type { LineNote, ShownLine } from "./shown-lines.ts";
import * as words from "./words.ts";

/** The store's title for the only variant of a product. Source: shopify.dev, Storefront API, ProductVariant. */
const ONLY_VARIANT = "Default Title";
/** The size of the requested picture, in pixels: twice the displayed size. */
const IMAGE_BOX = { maxWidth: 176, maxHeight: 220 };

/** @param onLeave called when the visitor follows the link to the product */
export function CartLine({
  line,
  onRemoved,
  onLeave,
}: {
  line: ShownLine;
  onRemoved: () => void;
  onLeave: () => void;
}) {
  const { item, variant, price, total, note } = line;
  const { handle, title, images } = item.product;
  const image = images[0];
  // Two currencies may have the same sign.
  const format =
    note?.kind === "price" && note.before.currencyCode !== price.currencyCode ? formatWithCode : formatPrice;
  const language = useLanguage();
  const write = (price: Money) => format(price, language);
  const hasOptions = variant.title !== "" && variant.title !== ONLY_VARIANT;
  const label = hasOptions ? `${title}, ${variant.title}` : title;
  return (
    <li className="cart-line" data-note={note?.kind}>
      {image ? (
        <img
          src={imageForSize(toOwnPath(image.src), IMAGE_BOX)}
          width={88}
          height={110}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="cart-no-image" data-pattern={choosePattern(title)} aria-hidden="true" />
      )}
      <div className="cart-line-words">
        <h3>
          {handle ? (
            <a href={productPath(handle)} onClick={onLeave}>
              {title}
            </a>
          ) : (
            title
          )}
        </h3>
        {hasOptions && <p className="cart-variant">{variant.title}</p>}
        <p className="cart-price">
          {write(total)}
          {item.quantity > 1 && <span>{` ${item.quantity} × ${write(price)}`}</span>}
        </p>
      </div>
      <div className="cart-line-actions">
        <QuantityField
          label={label}
          quantity={item.quantity}
          onChange={(quantity) => changeCart({ type: "SET_QUANTITY", id: item.variantId, quantity })}
        />
        <button
          type="button"
          className="cart-remove"
          onClick={() => {
            changeCart({ type: "REMOVE_FROM_CART", ids: [item.variantId] });
            onRemoved();
          }}
        >
          {words.remove}
          <span className="visually-hidden"> {label}</span>
        </button>
      </div>
      {/* Rendered before its text, so that screen readers speak the text when it appears. */}
      <div className="cart-note" aria-live="polite">
        {note && <p>{describeNote(note, write)}</p>}
      </div>
    </li>
  );
}

function describeNote(note: LineNote, write: (price: Money) => string): string {
  if (note.kind === "sold-out") return words.soldOut;
  if (note.kind === "too-many") return words.tooMany;
  return words.priceChanged(write(note.before));
}
