import type { ScreenName } from "@porchlight/protocol/content.ts";
import type { PriceTaxes } from "@porchlight/protocol/shop.ts";
import { useEffect, useRef, useState } from "react";
import { local, readStored } from "../../lib/storage.ts";
import { ignoreRepeats } from "../../ui/stray-clicks.ts";
import { Chunk } from "../chunk.tsx";
import { useOpenOn } from "./use-open-on.ts";
import { cartItems } from "./words.ts";
import "./cart.css";

const loadCount = () => import("../../features/cart/cart-count.ts");
const loadCart = () => import("../../features/cart/cart-modal.tsx");

const OPEN_EVENT = "cart-open";

/** Opens the cart of the page. */
export function openCart(): void {
  dispatchEvent(new Event(OPEN_EVENT));
}

/** The button that opens the cart on every screen, with the number of pieces. */
export function Cart({ current, taxes }: { current: ScreenName; taxes?: PriceTaxes | undefined }) {
  const [isOpen, setOpen] = useOpenOn(current);
  const [pieces, setPieces] = useState(0);
  const icon = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const open = () => {
      // The element that opened the cart may disappear, so the focus has to return to the icon.
      icon.current?.focus({ preventScroll: true });
      setOpen(true);
    };
    addEventListener(OPEN_EVENT, open);
    return () => removeEventListener(OPEN_EVENT, open);
  }, [setOpen]);

  // The code that reads the cart is a separate chunk, because most visits have nothing in the cart.
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    const count = (how: "beginVisit" | "countPieces") => {
      loadCount().then(
        (code) => setPieces(code[how]()),
        // Only the number is missing. It appears when the network returns.
        () => addEventListener("online", () => count(how), { once: true, signal }),
      );
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (!key || key === "cart") count("countPieces");
    };
    if (readStored(local, "cart")) count("beginVisit");
    addEventListener("storage", onStorage, { signal });
    return () => unmounted.abort();
  }, []);

  const closePanel = () => {
    setOpen(false);
    // The cart's dialog itself returns the focus. This panel does not.
    icon.current?.focus();
  };
  return (
    <>
      <button
        ref={icon}
        type="button"
        className="nav-cart"
        aria-label={cartItems(pieces)}
        onClick={() => {
          // While the cart's code loads, the second click of a double click would close it again.
          if (!isOpen) ignoreRepeats();
          setOpen(!isOpen);
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8h16l-1.5 13h-13zM8 10V7a4 4 0 0 1 8 0v3" />
        </svg>
        {pieces > 0 && <span key={pieces}>{pieces}</span>}
      </button>
      {isOpen && (
        <Chunk load={loadCart} onClose={closePanel} waiting={<div className="progress" data-loading="true" />}>
          {({ CartModal }) => <CartModal taxes={taxes} onClose={() => setOpen(false)} />}
        </Chunk>
      )}
    </>
  );
}
