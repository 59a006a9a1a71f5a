import { CartProvider, useCart } from "@shopify/hydrogen-react/CartProvider";
import { ShopifyProvider } from "@shopify/hydrogen-react/ShopifyProvider";
import { SFAPI_VERSION } from "@shopify/hydrogen-react/storefront-api-constants";
import { type ComponentProps, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { createRoot, type Root } from "react-dom/client";
import { fetchConfig, type PublicConfig, renewConfig } from "../../api/config.ts";
import { isTokenRefused } from "../../api/storefront/storefront-client.ts";
import { fetchBuyerCountry } from "./buyer-country.ts";
import { CART_FRAGMENT } from "./cart-fragment.ts";
import { createFollower, type Follower, type SeenCart } from "./follower.ts";
import { readCart, watchCart } from "./local-cart.ts";
import type { Change } from "./next-change.ts";
import { asks, type StorefrontLine, storefrontState } from "./storefront-state.ts";
import { type UnsavedCart, useUnsavedCart } from "./unkept-cart.ts";

/** Pause before the public configuration, or the country, is asked for again, in milliseconds. */
const CONFIG_RETRY_MS = 10_000;

let root: Root | undefined;

/** Has a Storefront cart follow the local one from now on, or asks for its present state. */
export function startFollowing(): void {
  asks.set(asks.get() + 1);
  if (root) return;
  // It draws nothing, and lives on when the screen or the cart that began it is closed.
  root = createRoot(document.createElement("div"));
  root.render(<StorefrontCart />);
}

/** Ends what {@link startFollowing} began. A page does not need it; a test does. */
export function stopFollowing(): void {
  root?.unmount();
  root = undefined;
}

/**
 * The Storefront cart that follows the local one, on hydrogen-react's CartProvider. It draws nothing; what the visible
 * cart may know of it stands in `storefrontState`.
 */
export function StorefrontCart() {
  const { storefront, renew } = useStorefront();
  if (!storefront) return null;
  const { accessToken, apiVersion } = storefront.config.storefront;
  return (
    <ShopifyProvider
      // Whatever began with another token begins anew.
      key={accessToken}
      storeDomain={storeAddress(apiVersion)}
      storefrontToken={accessToken}
      storefrontApiVersion={SFAPI_VERSION}
      // Otherwise the library takes the page's origin for the address of the store.
      sameDomainForStorefrontApi={false}
      countryIsoCode={storefront.country}
      languageIsoCode="EN"
    >
      <Rounds onTokenRefused={renew} />
    </ShopifyProvider>
  );
}

/**
 * The store's address in the version that the gateway names. The library appends `/api/` and a version to it, and warns
 * on the console about every version but its own, with no switch for that. What it appends stays behind the `#`, which a
 * browser does not send.
 */
function storeAddress(apiVersion: string): string {
  return `${location.origin}/api/${apiVersion}/graphql.json#`;
}

type Storefront = { config: PublicConfig; country: ComponentProps<typeof ShopifyProvider>["countryIsoCode"] };

async function storefrontOf(config: PublicConfig): Promise<Storefront> {
  // The page's language was written by the owner; a code that no country has is refused by the store in words.
  const country = (await fetchBuyerCountry(config.services.store.hosted)) as Storefront["country"];
  return { config, country };
}

/** The endpoint to speak to and the country to speak of, once both are known, and what asks anew after a refused token. */
function useStorefront() {
  const [storefront, setStorefront] = useState<Storefront>();
  useEffect(() => {
    if (storefront) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      clearTimeout(timer);
      storefrontState.set({ ...storefrontState.get(), step: "working" });
      fetchConfig()
        .then(storefrontOf)
        .then(setStorefront, () => {
          storefrontState.set({ ...storefrontState.get(), step: "stuck" });
          timer = setTimeout(ask, CONFIG_RETRY_MS);
        });
    };
    ask();
    const stopAsking = asks.subscribe(ask);
    return () => {
      clearTimeout(timer);
      stopAsking();
    };
  }, [storefront]);

  const renew = useCallback(() => {
    if (!storefront) return;
    // Without an answer the store is asked again as after any other trouble, and this with it.
    renewConfig(storefront.config)
      .then((present) => present && storefrontOf(present).then(setStorefront))
      .catch(() => {});
  }, [storefront]);
  return { storefront, renew };
}

/** One CartProvider after another: each asks for the kept cart when it begins, and never again. */
function Rounds({ onTokenRefused }: Pick<RoundProps, "onTokenRefused">) {
  const [number, setNumber] = useState(0);
  const [follower] = useState(() => createFollower(setNumber));

  useEffect(() => {
    const refreshWhenSeen = () => document.visibilityState === "visible" && follower.refresh();
    const stopAsking = asks.subscribe(follower.refresh);
    addEventListener("online", follower.refresh);
    // Somebody comes back, perhaps from the checkout, to a page that slept.
    addEventListener("pageshow", refreshWhenSeen);
    document.addEventListener("visibilitychange", refreshWhenSeen);
    return () => {
      stopAsking();
      removeEventListener("online", follower.refresh);
      removeEventListener("pageshow", refreshWhenSeen);
      document.removeEventListener("visibilitychange", refreshWhenSeen);
      follower.stop();
    };
  }, [follower]);

  const unkept = useUnsavedCart(number);
  const { noteBegun, noteDone } = follower;
  return (
    <CartProvider
      // It takes a cart only when it begins.
      key={`${number} ${unkept?.cart?.id}`}
      {...(unkept?.cart && { data: unkept.cart })}
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
      <Round number={number} follower={follower} unkept={unkept} onTokenRefused={onTokenRefused} />
    </CartProvider>
  );
}

type RoundProps = {
  number: number;
  follower: Follower;
  unkept: UnsavedCart | undefined;
  onTokenRefused: () => void;
};

function Round({ number, follower, unkept, onTokenRefused }: RoundProps) {
  const cart = useCart();
  const items = useSyncExternalStore(watchCart, readCart);
  useEffect(() => {
    follower.see(number, seenOf(cart, unkept), items, (change) => send(cart, change));
  }, [cart, items, number, follower, unkept]);
  const isRefused = isTokenRefused(cart.error ?? unkept?.errors);
  useEffect(() => {
    if (isRefused) onTokenRefused();
  }, [isRefused, onTokenRefused]);
  return null;
}

function send(cart: ReturnType<typeof useCart>, change: Change): void {
  if (change.type === "add") cart.linesAdd(change.lines);
  if (change.type === "update") cart.linesUpdate(change.lines);
  if (change.type === "remove") cart.linesRemove(change.ids);
}

function seenOf(cart: ReturnType<typeof useCart>, unkept: UnsavedCart | undefined): SeenCart {
  const isGone = unkept && !unkept.cart && !unkept.errors;
  return {
    id: cart.id,
    checkoutUrl: cart.checkoutUrl,
    // The type knows of the client's own fragment alone.
    updatedAt: "updatedAt" in cart && typeof cart.updatedAt === "string" ? cart.updatedAt : undefined,
    // As when CartProvider itself hears that a cart is gone.
    status: isGone && cart.status === "uninitialized" ? "idle" : cart.status,
    error: cart.error ?? unkept?.errors,
    isReady: cart.cartReady === true,
    lines: (cart.lines ?? []).flatMap((line) => lineOf(line) ?? []),
  };
}

/** A line with all that is needed of it; the client's types promise nothing. */
function lineOf(line: NonNullable<ReturnType<typeof useCart>["lines"]>[number]): StorefrontLine | undefined {
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
