import type { ScreenName } from "@porchlight/protocol/content.ts";
import type { PriceTaxes } from "@porchlight/protocol/shop.ts";
import { useEffect, useRef, useState } from "react";
import { ignoreRepeats } from "../../ui/stray-clicks.ts";
import { Chunk } from "../chunk.tsx";
import { onOpenCart } from "./open-cart.ts";
import { useOpenOn } from "./use-open-on.ts";
import "./cart.css";

const loadCount = () => import("../../features/cart/cart-count.ts");
const loadCart = () => import("../../features/cart/cart-modal.tsx");

/** The way to the cart from every screen, with the number of pieces in it. */
export function Cart({ current, taxes }: { current: ScreenName; taxes?: PriceTaxes | undefined }) {
  const [isOpen, setOpen] = useOpenOn(current);
  const [pieces, setPieces] = useState(0);
  const icon = useRef<HTMLButtonElement>(null);

  useEffect(
    () =>
      onOpenCart(() => {
        // What opened it may be gone once it is closed; the focus then returns to the icon.
        icon.current?.focus({ preventScroll: true });
        setOpen(true);
      }),
    [setOpen],
  );

  // The list is read by code of its own: most visits have nothing in the cart.
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    const count = (how: "beginVisit" | "countPieces") => {
      loadCount().then(
        (code) => setPieces(code[how]()),
        // Only the number is missing; it comes once the network is back.
        () => addEventListener("online", () => count(how), { once: true, signal }),
      );
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (!key || key === "cart") count("countPieces");
    };
    try {
      if (localStorage.getItem("cart")) count("beginVisit");
    } catch {
      // Storage is forbidden: there is nothing of an earlier visit.
    }
    addEventListener("storage", onStorage, { signal });
    return () => unmounted.abort();
  }, []);

  const closePanel = () => {
    setOpen(false);
    // A window gives the focus back by itself.
    icon.current?.focus();
  };
  return (
    <>
      <button
        ref={icon}
        type="button"
        className="nav-cart"
        aria-label={`Cart, ${pieces} item${pieces === 1 ? "" : "s"}`}
        onClick={() => {
          // While its code is fetched, a hand that clicks twice would close it again.
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
