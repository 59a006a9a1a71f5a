import { CartProvider, useCart } from "@shopify/hydrogen-react/CartProvider";
import { ShopifyProvider } from "@shopify/hydrogen-react/ShopifyProvider";
import { SFAPI_VERSION } from "@shopify/hydrogen-react/storefront-api-constants";
import { type ComponentProps, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createRoot, type Root } from "react-dom/client";
import { fetchConfig, type PublicConfig, renewConfig } from "../../api/config.ts";
import { isTokenRejected } from "../../api/storefront/storefront-client.ts";
import { fetchBuyerCountry } from "./buyer-country.ts";
import { CART_FRAGMENT } from "./cart-fragment.ts";
import { createFollower, type Follower, type ProvidedCart } from "./follower.ts";
import { readCart, watchCart } from "./local-cart.ts";
import type { Change } from "./next-change.ts";
import { refreshes, type StorefrontLine, storefrontState } from "./storefront-state.ts";
import { type UnsavedCart, useUnsavedCart } from "./unsaved-cart.ts";

/** Pause before another fetch of the public configuration or the country, in milliseconds. */
const CONFIG_RETRY_MS = 10_000;

let root: Root | undefined;

/** Makes a Storefront cart follow the local one. If one already follows, this fetches its current state. */
export function startFollowing(): void {
  refreshes.set(refreshes.get() + 1);
  if (root) return;
  // It has a separate root, so that it stays when the screen changes.
  root = createRoot(document.createElement("div"));
  root.render(<StorefrontCart />);
}

/** Undoes {@link startFollowing}, for tests. */
export function stopFollowing(): void {
  root?.unmount();
  root = undefined;
}

/** The Storefront cart, with hydrogen-react's CartProvider. It renders nothing and writes to `storefrontState`. */
export function StorefrontCart() {
  const { storefront, renew } = useStorefront();
  if (!storefront) return null;
  const { accessToken, apiVersion } = storefront.config.storefront;
  return (
    <ShopifyProvider
      // A new token restarts everything.
      key={accessToken}
      storeDomain={storeAddress(apiVersion)}
      storefrontToken={accessToken}
      storefrontApiVersion={SFAPI_VERSION}
      // Otherwise the library uses the page's origin as the store's address.
      sameDomainForStorefrontApi={false}
      countryIsoCode={storefront.country}
      languageIsoCode="EN"
    >
      <Attempts onTokenRejected={renew} />
    </ShopifyProvider>
  );
}

/**
 * Builds the store's address with the configured version. The library appends `/api/` and a version, and always warns
 * on the console about a version other than its own. Browsers do not send the part after the `#`.
 */
function storeAddress(apiVersion: string): string {
  return `${location.origin}/api/${apiVersion}/graphql.json#`;
}

type Storefront = { config: PublicConfig; country: ComponentProps<typeof ShopifyProvider>["countryIsoCode"] };

async function openStorefront(config: PublicConfig): Promise<Storefront> {
  // The cast holds: the country comes from the owner's language tag, and the store rejects an unknown country.
  const country = (await fetchBuyerCountry(config.services.store.hosted)) as Storefront["country"];
  return { config, country };
}

/** Fetches the configuration and the buyer's country; `renew` fetches both again after a rejected token. */
function useStorefront() {
  const [storefront, setStorefront] = useState<Storefront>();
  useEffect(() => {
    if (storefront) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      clearTimeout(timer);
      storefrontState.set({ ...storefrontState.get(), step: "working" });
      fetchConfig()
        .then(openStorefront)
        .then(setStorefront, () => {
          storefrontState.set({ ...storefrontState.get(), step: "stuck" });
          timer = setTimeout(load, CONFIG_RETRY_MS);
        });
    };
    load();
    const unsubscribe = refreshes.subscribe(load);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [storefront]);

  const renew = useCallback(() => {
    if (!storefront) return;
    // If this fails, the follower's next try fetches the configuration again.
    renewConfig(storefront.config)
      .then((config) => config && openStorefront(config).then(setStorefront))
      .catch(() => {});
  }, [storefront]);
  return { storefront, renew };
}

/** Each attempt has its own CartProvider, because that fetches the stored cart only when it mounts. */
function Attempts({ onTokenRejected }: Pick<AttemptProps, "onTokenRejected">) {
  const [number, setNumber] = useState(0);
  const [follower] = useState(() => createFollower(setNumber));

  useEffect(() => {
    const refreshWhenSeen = () => document.visibilityState === "visible" && follower.refresh();
    const unsubscribe = refreshes.subscribe(follower.refresh);
    const stopped = new AbortController();
    const { signal } = stopped;
    addEventListener("online", follower.refresh, { signal });
    // The browser restores the page when the visitor returns, perhaps from the checkout.
    addEventListener("pageshow", refreshWhenSeen, { signal });
    document.addEventListener("visibilitychange", refreshWhenSeen, { signal });
    return () => {
      unsubscribe();
      stopped.abort();
      follower.stop();
    };
  }, [follower]);

  const unsaved = useUnsavedCart(number);
  const { noteBegun, noteDone } = follower;
  return (
    <CartProvider
      // CartProvider reads `data` only when it mounts.
      key={`${number} ${unsaved?.cart?.id}`}
      {...(unsaved?.cart && { data: unsaved.cart })}
      cartFragment={CART_FRAGMENT}
      onCreate={noteBegun}
      onLineAdd={noteBegun}
      onLineUpdate={noteBegun}
      onLineRemove={noteBegun}
      onCreateComplete={noteDone}
      onLineAddComplete={noteDone}
      onLineUpdateComplete={noteDone}
      onLineRemoveComplete={noteDone}
    >
      <Attempt number={number} follower={follower} unsaved={unsaved} onTokenRejected={onTokenRejected} />
    </CartProvider>
  );
}

type AttemptProps = {
  number: number;
  follower: Follower;
  unsaved: UnsavedCart | undefined;
  onTokenRejected: () => void;
};

function Attempt({ number, follower, unsaved, onTokenRejected }: AttemptProps) {
  const cart = useCart();
  const items = useSyncExternalStore(watchCart, readCart);
  useEffect(() => {
    follower.update(number, toProvidedCart(cart, unsaved), items, (change) => send(cart, change));
  }, [cart, items, number, follower, unsaved]);
  const isRejected = isTokenRejected(cart.error ?? unsaved?.errors);
  useEffect(() => {
    if (isRejected) onTokenRejected();
  }, [isRejected, onTokenRejected]);
  return null;
}

function send(cart: ReturnType<typeof useCart>, change: Change): void {
  if (change.type === "add") cart.linesAdd(change.lines);
  if (change.type === "update") cart.linesUpdate(change.lines);
  if (change.type === "remove") cart.linesRemove(change.ids);
}

function toProvidedCart(cart: ReturnType<typeof useCart>, unsaved: UnsavedCart | undefined): ProvidedCart {
  const isUnknown = unsaved && !unsaved.cart && !unsaved.errors;
  return {
    id: cart.id,
    checkoutUrl: cart.checkoutUrl,
    // `cart` also has `updatedAt`, but the type has only the fields of the library's own fragment.
    updatedAt: "updatedAt" in cart && typeof cart.updatedAt === "string" ? cart.updatedAt : undefined,
    // "idle" is the status that CartProvider itself has for an unknown cart.
    status: isUnknown && cart.status === "uninitialized" ? "idle" : cart.status,
    error: cart.error ?? unsaved?.errors,
    isReady: cart.cartReady === true,
    lines: (cart.lines ?? []).flatMap((line) => toLine(line) ?? []),
  };
}

/** In the library's types every field of a line may be missing. */
function toLine(line: NonNullable<ReturnType<typeof useCart>["lines"]>[number]): StorefrontLine | undefined {
  const { id, quantity, merchandise } = line ?? {};
  const { amount, currencyCode } = merchandise?.price ?? {};
  if (!id || quantity === undefined || !merchandise?.id || !amount || !currencyCode) return undefined;
  return {
    id,
    variantId: merchandise.id,
    quantity,
    price: { amount, currencyCode },
    isOnSale: merchandise.availableForSale === true,
  };
}
