import { CART_MESSAGES } from "@porchlight/protocol/shop-messages.ts";
import { type ComponentProps, type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { fetchConfig } from "../../api/config.ts";
import { Alert } from "../../ui/alert.tsx";
import { expressOrderOf } from "./express-rules.ts";
import { noteCheckout } from "./follow.ts";
import { readCart } from "./local-cart.ts";
import { settledStorefront } from "./settled-storefront.ts";
import type { ShopPay } from "./shop-pay.tsx";
import { type ShownLine, shownLines } from "./shown-lines.ts";
import { quantitiesOf, type StorefrontState, storefrontState } from "./storefront-state.ts";

type CheckoutProblem = "unreachable" | "mendFirst" | "nothingLeft";

/**
 * The way to the checkout. A hosted shop offers Shop Pay as well.
 *
 * @param leave goes to the checkout's address
 */
export function ExpressCheckout({ lines, leave }: { lines: readonly ShownLine[]; leave: (url: string) => void }) {
  const present = useSyncExternalStore(storefrontState.subscribe, storefrontState.get);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<CheckoutProblem>();
  const shopDomain = useShopDomain();

  const isShown = useRef(false);

  useEffect(() => {
    isShown.current = true;
    // Back from the checkout, the page may be as it was left.
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
    setTold(undefined);
    const storefront = await settledStorefront();
    // Whoever closed the cart meanwhile stays on the site.
    if (!isShown.current) return;
    const trouble = problemOf(storefront);
    if (!trouble && storefront?.checkoutUrl) {
      noteCheckout({ quantities: quantitiesOf(storefront.lines), updatedAt: storefront.updatedAt });
      leave(storefront.checkoutUrl);
      return;
    }
    setTold(trouble ?? "nothingLeft");
    setBusy(false);
  };

  const trouble = isBusy ? undefined : shownProblem(told, present);
  return (
    <>
      {trouble && <Alert type="error">{CART_MESSAGES[trouble]}</Alert>}
      <button type="button" className="button cart-checkout" aria-disabled={isBusy || undefined} onClick={checkOut}>
        {isBusy ? "One moment…" : trouble === "unreachable" ? "Try Again" : "Checkout"}
      </button>
      {shopDomain && <ShopPayOffer lines={lines} shopDomain={shopDomain} />}
    </>
  );
}

/** What is still the matter of what a click was told, and in any case that the store cannot be reached. */
function shownProblem(told: CheckoutProblem | undefined, present: StorefrontState): CheckoutProblem | undefined {
  if (present.step === "stuck") return "unreachable";
  return told === problemOf(present.step === "in-step" ? present : undefined) ? told : undefined;
}

/** What stands against going to the checkout. */
function problemOf(storefront: StorefrontState | undefined): CheckoutProblem | undefined {
  if (!storefront) return "unreachable";
  const notes = shownLines(readCart(), storefront).map((line) => line.note?.kind);
  if (notes.includes("too-many")) return "mendFirst";
  return notes.every((kind) => kind === "sold-out") ? "nothingLeft" : undefined;
}

/** Domain of the hosted shop, if the store is one. */
function useShopDomain(): string | undefined {
  const [domain, setDomain] = useState<string>();
  useEffect(() => {
    // Without an answer there is the plain checkout, which has its own way to say that nothing can be reached.
    fetchConfig().then(
      ({ services }) => setDomain(services.store.shopDomain),
      () => {},
    );
  }, []);
  return domain;
}

/** Shop Pay behind a button of ours: nothing of Shopify's is fetched before the visitor asks for it. */
function ShopPayOffer({ lines, shopDomain }: { lines: readonly ShownLine[]; shopDomain: string }) {
  const [Button, setButton] = useState<ComponentType<ComponentProps<typeof ShopPay>>>();
  const [hasFailed, setFailed] = useState(false);
  const buyable = lines.filter((line) => line.note?.kind !== "sold-out");
  const request = expressOrderOf({
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
        Pay with Shop Pay
      </button>
      {hasFailed && <Alert type="error">{CART_MESSAGES.shopPayFailed}</Alert>}
    </>
  );
}
