import { productPath } from "@porchlight/protocol/content.ts";
import { formatPrice, formatWithCode } from "@porchlight/protocol/format-price.ts";
import { imageForSize } from "@porchlight/protocol/image-for-size.ts";
import type { Money } from "@porchlight/protocol/money.ts";
import { CART_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { ownAddress } from "../../lib/own-address.ts";
import { useLanguage } from "../../ui/language.ts";
import { changeCart } from "./local-cart.ts";
import { QuantityField } from "./quantity-field.tsx";
import type { LineNote, ShownLine } from "./shown-lines.ts";

/** Title that a store gives the only variant of a product. Source: shopify.dev, Storefront API, ProductVariant. */
const ONLY_VARIANT = "Default Title";
/** Twice the size it is shown at. */
const IMAGE_BOX = { maxWidth: 176, maxHeight: 220 };

/**
 * One item of the cart.
 *
 * @param onRemoved called when the visitor has removed it
 * @param onLeave called when the visitor follows the link to the product
 */
export function CartLine({
  line,
  onRemoved,
  onLeave,
}: {
  line: ShownLine;
  onRemoved: () => void;
  onLeave: () => void;
}) {
  const { item, variant, price, note } = line;
  const { handle, title, images } = item.product;
  const image = images[0];
  // Two currencies may share a sign.
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
          src={imageForSize(ownAddress(image.src), IMAGE_BOX)}
          width={88}
          height={110}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="cart-no-image" aria-hidden="true" />
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
          {write(price)}
          {item.quantity > 1 && <span> {CART_MESSAGES.each}</span>}
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
          Remove<span className="visually-hidden"> {label}</span>
        </button>
      </div>
      {/* There before its words, so that they are spoken when they come. */}
      <div className="cart-note" aria-live="polite">
        {note && <p>{wordsOf(note, write)}</p>}
      </div>
    </li>
  );
}

function wordsOf(note: LineNote, write: (price: Money) => string): string {
  if (note.kind === "sold-out") return CART_MESSAGES.soldOut;
  if (note.kind === "too-many") return CART_MESSAGES.tooMany;
  return `${CART_MESSAGES.priceChanged} ${write(note.before)}.`;
}
