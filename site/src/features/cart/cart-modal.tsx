import { formatWithCode } from "@porchlight/protocol/format-price.ts";
import type { PriceTaxes } from "@porchlight/protocol/shop.ts";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { Modal } from "../../ui/dialog.tsx";
import { useLanguage } from "../../ui/language.ts";
import { CartLine } from "./cart-line.tsx";
import { ExpressCheckout } from "./express-checkout.tsx";
import { emptyCart, followCart, readCart, watchCart } from "./local-cart.ts";
import { createShownLines, sumLines } from "./shown-lines.ts";
import { isOrderNoticeDue, storefrontState } from "./storefront-state.ts";
import * as words from "./words.ts";
import "./cart.css";

const leavePage = (url: string) => location.assign(url);

/**
 * The open cart. Source: docs/product.md §2, Cart.
 *
 * @param taxes absent if the checkout adds taxes to the prices
 * @param leave opens the address of the checkout
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
  const isOrdered = useSyncExternalStore(isOrderNoticeDue.subscribe, isOrderNoticeDue.get);
  const lines = createShownLines(items, storefront);
  const isEmpty = items.length === 0;
  const total = sumLines(lines).map((sum) => formatWithCode(sum, language));

  useEffect(() => {
    if (isEmpty) return;
    followCart().catch((error: unknown) => {
      console.warn("The code of the Storefront cart did not load", error);
      storefrontState.set({ ...storefrontState.get(), step: "stuck" });
    });
  }, [isEmpty]);

  // When the cart closes, it has shown the notice.
  useEffect(() => () => isOrderNoticeDue.set(false), []);

  return (
    <Modal labelledBy={id} className="cart" onClose={onClose}>
      <div className="cart-sheet">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <button type="button" className="cart-close" aria-label={words.close} onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" />
          </svg>
        </button>
        {/* Rendered before its text, so that screen readers speak the text when it appears. */}
        <div className="cart-ordered" aria-live="polite">
          {isOrdered && <p>{words.ordered}</p>}
        </div>
        {isEmpty ? (
          <div className="cart-empty">
            <p>{words.empty}</p>
            <p>{words.emptyHint}</p>
            <a className="arrow-link" href="/shop" onClick={onClose}>
              {words.shop}
            </a>
          </div>
        ) : (
          <ul className="cart-lines">
            {lines.map((line) => (
              <CartLine
                key={line.item.variantId}
                line={line}
                // The button that had the focus is no longer in the page.
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
                {words.total} <span>{total.join(" + ")}</span>
              </p>
              <p className="cart-hint">{words.costsLater[taxes ?? "added"]}</p>
              <p className="cart-question">{words.question}</p>
            </>
          )}
          <div className="cart-choices">
            <button type="button" className="button button-quiet" onClick={onClose}>
              {words.no}
            </button>
            {!isEmpty && <ExpressCheckout lines={lines} leave={leave} />}
          </div>
        </div>
      </div>
    </Modal>
  );
}
