import { formatWithCode } from "@porchlight/protocol/format-price.ts";
import type { PriceTaxes } from "@porchlight/protocol/shop.ts";
import { CART_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Modal } from "../../ui/dialog.tsx";
import { useLanguage } from "../../ui/language.ts";
import { CartLine } from "./cart-line.tsx";
import { ExpressCheckout } from "./express-checkout.tsx";
import { followCart } from "./follow.ts";
import { emptyCart, readCart, watchCart } from "./local-cart.ts";
import { shownLines, totalOf } from "./shown-lines.ts";
import { isOrderToBeTold, storefrontState } from "./storefront-state.ts";
import "./cart.css";

const leavePage = (url: string) => location.assign(url);

/** What is said of the costs that come later, by how prices stand to taxes. */
const COSTS_LATER = {
  included: CART_MESSAGES.costsLaterTaxesIncluded,
  unknown: CART_MESSAGES.costsLaterTaxesUnknown,
} as const satisfies Record<PriceTaxes, string>;

/**
 * The open cart. Source: docs/product.md §2, Cart.
 *
 * @param taxes how prices stand to them, where they are not simply added
 * @param leave goes to the address of the checkout
 */
export function CartModal({
  taxes,
  onClose,
  leave = leavePage,
}: {
  taxes?: PriceTaxes | undefined;
  onClose: () => void;
  leave?: (url: string) => void;
}) {
  const id = useId();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = useSyncExternalStore(watchCart, readCart, emptyCart);
  const storefront = useSyncExternalStore(storefrontState.subscribe, storefrontState.get);
  const isOrdered = useSyncExternalStore(isOrderToBeTold.subscribe, isOrderToBeTold.get);
  const lines = shownLines(items, storefront);
  const isEmpty = items.length === 0;
  const total = totalOf(lines).map((sum) => formatWithCode(sum, language));

  useEffect(() => {
    if (isEmpty) return;
    followCart().catch((error: unknown) => {
      console.warn("The code of the Storefront cart did not load", error);
      storefrontState.set({ ...storefrontState.get(), step: "stuck" });
    });
  }, [isEmpty]);

  // It has been told then.
  useEffect(() => () => isOrderToBeTold.set(false), []);

  return (
    <Modal labelledBy={id} className="cart" onClose={onClose}>
      <div className="cart-sheet">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {CART_MESSAGES.title}
        </h2>
        <button type="button" className="cart-close" aria-label="Close the cart" onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" />
          </svg>
        </button>
        {/* There before its words, so that they are spoken when they come. */}
        <div className="cart-ordered" aria-live="polite">
          {isOrdered && <p>{CART_MESSAGES.ordered}</p>}
        </div>
        {isEmpty ? (
          <div className="cart-empty">
            <p>{CART_MESSAGES.empty}</p>
            <p>{CART_MESSAGES.emptyHint}</p>
            <a className="arrow-link" href="/shop" onClick={onClose}>
              Look around the shop
            </a>
          </div>
        ) : (
          <ul className="cart-lines">
            {lines.map((line) => (
              <CartLine
                key={line.item.variantId}
                line={line}
                // The button that held the focus is gone.
                onRemoved={() => heading.current?.focus()}
                onLeave={onClose}
              />
            ))}
          </ul>
        )}
        <div className="cart-foot">
          {!isEmpty && (
            <>
              <p className="cart-total" role="status">
                Total: <span>{total.join(" + ")}</span>
              </p>
              <p className="cart-hint">{taxes ? COSTS_LATER[taxes] : CART_MESSAGES.costsLater}</p>
              <p className="cart-question">{CART_MESSAGES.question}</p>
            </>
          )}
          <div className="cart-choices">
            <button type="button" className="button button-quiet" onClick={onClose}>
              No
            </button>
            {!isEmpty && <ExpressCheckout lines={lines} leave={leave} />}
          </div>
        </div>
      </div>
    </Modal>
  );
}
