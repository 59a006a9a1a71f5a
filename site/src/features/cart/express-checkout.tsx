import { type ComponentProps, type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { fetchConfig } from "../../api/config.ts";
import { Alert } from "../../ui/alert.tsx";
import { noteCheckout } from "./checkout-note.ts";
import { createExpressOrder } from "./express-order.ts";
import { readCart } from "./local-cart.ts";
import type { ShopPay } from "./shop-pay.tsx";
import { createShownLines, type ShownLine } from "./shown-lines.ts";
import { type StorefrontState, storefrontState, toQuantities } from "./storefront-state.ts";
import { waitForStorefront } from "./wait-for-storefront.ts";
import * as words from "./words.ts";

type CheckoutProblem = keyof typeof words.problems;

/**
 * The checkout button and, in a hosted shop, Shop Pay.
 *
 * @param leave opens the checkout's address
 */
export function ExpressCheckout({ lines, leave }: { lines: readonly ShownLine[]; leave: (url: string) => void }) {
  const current = useSyncExternalStore(storefrontState.subscribe, storefrontState.get);
  const [isBusy, setBusy] = useState(false);
  const [reported, setReported] = useState<CheckoutProblem>();
  const shopDomain = useShopDomain();

  const isShown = useRef(false);

  useEffect(() => {
    isShown.current = true;
    // The browser may restore the page when the visitor returns from the checkout.
    const onShow = () => setBusy(false);
    addEventListener("pageshow", onShow);
    return () => {
      isShown.current = false;
      removeEventListener("pageshow", onShow);
    };
  }, []);

  const checkOut = async () => {
    if (isBusy) return;
    setBusy(true);
    setReported(undefined);
    const storefront = await waitForStorefront();
    // A visitor who has closed the cart stays on the site.
    if (!isShown.current) return;
    const problem = findProblem(storefront);
    if (!problem && storefront?.checkoutUrl) {
      noteCheckout({ quantities: toQuantities(storefront.lines), updatedAt: storefront.updatedAt });
      leave(storefront.checkoutUrl);
      return;
    }
    setReported(problem ?? "nothingLeft");
    setBusy(false);
  };

  const problem = isBusy ? undefined : findShownProblem(reported, current);
  return (
    <>
      {problem && <Alert type="error">{words.problems[problem]}</Alert>}
      <button type="button" className="button cart-checkout" aria-disabled={isBusy || undefined} onClick={checkOut}>
        {isBusy ? words.wait : problem === "unreachable" ? words.tryAgain : words.checkout}
      </button>
      {shopDomain && <ShopPayOffer lines={lines} shopDomain={shopDomain} />}
    </>
  );
}

/** @returns the problem that the last click found, while it lasts; "unreachable" even without a click */
function findShownProblem(
  reported: CheckoutProblem | undefined,
  current: StorefrontState,
): CheckoutProblem | undefined {
  if (current.step === "stuck") return "unreachable";
  return reported === findProblem(current.step === "in-step" ? current : undefined) ? reported : undefined;
}

/** @returns the reason why the visitor cannot go to the checkout */
function findProblem(storefront: StorefrontState | undefined): CheckoutProblem | undefined {
  if (!storefront) return "unreachable";
  const notes = createShownLines(readCart(), storefront).map((line) => line.note?.kind);
  if (notes.includes("too-many")) return "tooMany";
  return notes.every((kind) => kind === "sold-out") ? "nothingLeft" : undefined;
}

/** @returns the domain of a hosted shop; undefined for the built-in store */
function useShopDomain(): string | undefined {
  const [domain, setDomain] = useState<string>();
  useEffect(() => {
    // Without the configuration there is only the checkout button, which reports an unreachable store itself.
    fetchConfig().then(
      ({ services }) => setDomain(services.store.shopDomain),
      () => {},
    );
  }, []);
  return domain;
}

/** Our own button for Shop Pay. Shopify's script loads only after a click. */
function ShopPayOffer({ lines, shopDomain }: { lines: readonly ShownLine[]; shopDomain: string }) {
  const [Button, setButton] = useState<ComponentType<ComponentProps<typeof ShopPay>>>();
  const [hasFailed, setFailed] = useState(false);
  const buyable = lines.filter((line) => line.note?.kind !== "sold-out");
  const request = createExpressOrder({
    variantIdsAndQuantities: buyable.map(({ item }) => ({ id: item.variantId, quantity: item.quantity })),
  });
  if (!request.ok) return null;
  if (Button) return <Button order={request.order} shopDomain={shopDomain} />;
  return (
    <>
      <button
        type="button"
        className="button button-quiet cart-shop-pay"
        onClick={() => {
          import("./shop-pay.tsx").then(
            ({ ShopPay }) => setButton(() => ShopPay),
            () => setFailed(true),
          );
        }}
      >
        {words.shopPay}
      </button>
      {hasFailed && <Alert type="error">{words.shopPayFailed}</Alert>}
    </>
  );
}
