import { forgetUnsavedCartId, readCartId, saveCartId } from "./cart-id.ts";
import { type CheckoutNote, forgetCheckout, noteCheckout, readCheckout } from "./checkout-note.ts";
import { type CartItems, changeCart, readCart } from "./local-cart.ts";
import {
  type Change,
  findCheckoutChanges,
  findImpossible,
  findMissed,
  nextChange,
  wantedQuantities,
} from "./next-change.ts";
import { isOrderNoticeDue, type StorefrontLine, storefrontState, toQuantities, UNKNOWN } from "./storefront-state.ts";

/** Pauses between tries while the store cannot be reached, in milliseconds. The last pause repeats. */
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000];
/** Timeout of a response, in milliseconds. */
const TIMEOUT_MS = 20_000;

/**
 * An unknown cart counts as bought for this long after the visitor went to the checkout, in milliseconds. After that,
 * the store may have deleted it: Shopify deletes a cart 10 days after it was created or 30 days after its last change,
 * the built-in store 90 days after its last change.
 */
const BOUGHT_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

/** The Storefront cart as hydrogen-react's CartProvider has it. */
export type ProvidedCart = {
  id: string | undefined;
  checkoutUrl: string | undefined;
  updatedAt: string | undefined;
  status: "uninitialized" | "fetching" | "creating" | "updating" | "idle";
  error: unknown;
  isReady: boolean;
  lines: readonly StorefrontLine[];
};

/** An attempt lasts as long as one CartProvider, which fetches the stored cart only when it mounts. */
type Attempt = {
  number: number;
  /** Whether it starts by fetching a stored cart. */
  isFetching: boolean;
  /** The checkout note at the start, until the first check of the cart. */
  noted: CheckoutNote | undefined;
  /** Id of the last Storefront cart. */
  cartId?: string;
  /** The last change, until its result is checked. */
  sent: { change: Change; before: ProvidedCart } | undefined;
  /** Whether the provider has started that change. */
  hasBegun: boolean;
  /**
   * Whether the response to that change arrived, or the provider was seen waiting for it. If the provider is idle after
   * that, it has the result.
   */
  wasBusy: boolean;
  isOver: boolean;
  /** Whether the order of its cart was placed. */
  isCompleted: boolean;
  /** The last finished change, as text. */
  done?: string;
};

export type Follower = ReturnType<typeof createFollower>;

/**
 * Brings the Storefront cart in step with the local one: one change at a time, always towards the current local cart.
 * It retries an unreachable store at growing intervals, and records the quantities that the store rejects.
 *
 * @param onAttempt called with the number of a new attempt, for which a new CartProvider has to mount
 */
export function createFollower(onAttempt: (number: number) => void) {
  const rejected = new Map<string, number>();
  let isSingle = false;
  let failures = 0;
  /** A change whose response had no cart. Its order was placed or, in some stores, a line was rejected. */
  let unclear: Change | undefined;
  let attempt = startAttempt(0);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let timeout: ReturnType<typeof setTimeout> | undefined;

  /** Compares both carts and sends the next change. Called whenever one of them has changed. */
  function update(number: number, cart: ProvidedCart, items: CartItems, send: (change: Change) => void): void {
    if (number !== attempt.number || attempt.isOver) return;
    const isBusy = cart.status !== "idle" && cart.status !== "uninitialized";
    if (isBusy) attempt.wasBusy = true;
    if (isBusy || !cart.isReady || isResponseDue(cart)) {
      timeout ??= setTimeout(fail, TIMEOUT_MS);
      showStep("working");
      return;
    }
    stopWaiting();
    if (cart.error && (attempt.sent || !cart.id)) fail();
    else if (isUnknown(cart)) handleUnknownCart();
    else {
      if (cart.id && cart.id !== attempt.cartId) {
        saveCartId(cart.id);
        attempt.cartId = cart.id;
      }
      checkResult(cart.lines);
      if (!applyCheckoutChanges(cart, items)) sendNext(cart, items, send);
    }
  }

  /** Whether a response is still to come. A quick response may arrive before the provider is seen busy. */
  function isResponseDue(cart: ProvidedCart): boolean {
    if (attempt.wasBusy) return false;
    const before = attempt.sent?.before;
    if (before) return cart.id === before.id && cart.status === before.status && cart.error === before.error;
    return attempt.isFetching && cart.status === "uninitialized" && !cart.error;
  }

  /** Whether the store does not know the cart. A cart whose first lines were rejected never existed. */
  function isUnknown(cart: ProvidedCart): boolean {
    if (cart.id || cart.status !== "idle" || attempt.isCompleted) return false;
    return attempt.cartId !== undefined || (attempt.isFetching && !attempt.sent);
  }

  /** The store does not know the id. Only fetching the cart can show that its order was placed. */
  function handleUnknownCart(): void {
    if (attempt.cartId) {
      const { cartId, sent } = attempt;
      unclear = sent?.change;
      attempt.isOver = true;
      // The provider removes the id after this call.
      retry = setTimeout(() => {
        saveCartId(cartId);
        begin();
      });
      return;
    }
    attempt.isCompleted = true;
    // Items that were added after the order stay. If the visitor never went to the checkout, or did so long ago, all
    // items stay, because stores delete old carts.
    const noted = readCheckout();
    const ordered = noted && Date.now() - noted.at < BOUGHT_WITHIN_MS ? Object.keys(noted.quantities) : [];
    forgetCheckout();
    forgetUnsavedCartId();
    rejected.clear();
    unclear = undefined;
    storefrontState.set({ ...UNKNOWN, step: "in-step" });
    const before = readCart();
    changeCart({ type: "REMOVE_FROM_CART", ids: ordered });
    if (readCart().length < before.length) isOrderNoticeDue.set(true);
  }

  /** Records the rejected lines of the last change. Lines that were sent together are first tried one by one. */
  function checkResult(lines: readonly StorefrontLine[]): void {
    const change = unclear ?? attempt.sent?.change;
    if (!change) return;
    unclear = undefined;
    attempt.sent = undefined;
    attempt.done = JSON.stringify(change);
    const missed = findMissed(change, lines);
    if (missed.length === 0 || change.type === "remove") return;
    if (change.lines.length > 1) isSingle = true;
    else for (const { variantId, quantity } of missed) rejected.set(variantId, quantity);
  }

  /**
   * Applies the changes made at the checkout to the local cart.
   *
   * @returns whether the local cart changed, so that {@link update} runs again
   */
  function applyCheckoutChanges({ updatedAt, lines }: ProvidedCart, items: CartItems): boolean {
    const { noted } = attempt;
    attempt.noted = undefined;
    if (!noted?.updatedAt || noted.updatedAt === updatedAt) return false;
    // Another tab has started or made a change since this attempt began.
    if (readCheckout()?.updatedAt !== noted.updatedAt) return false;
    if (document.visibilityState === "hidden") return false;
    const quantities = findCheckoutChanges(items, lines, noted.quantities);
    if (quantities.size > 0) changeCart({ type: "TAKE_QUANTITIES", quantities });
    return quantities.size > 0;
  }

  function sendNext(cart: ProvidedCart, items: CartItems, send: (change: Change) => void): void {
    const excluded = new Map([...rejected, ...findImpossible(items)]);
    const change = nextChange(wantedQuantities(items), cart.lines, excluded, isSingle);
    const { checkoutUrl, updatedAt, lines } = cart;
    const step = change ? "working" : "in-step";
    storefrontState.set({
      step,
      lines,
      rejected: excluded,
      ...(checkoutUrl && { checkoutUrl }),
      ...(updatedAt && { updatedAt }),
    });
    const noted = readCheckout();
    if (!change) {
      failures = 0;
      // A checkout in another tab does not buy the items that were added since then.
      if (noted) {
        const checkedOut = lines.filter(({ variantId }) => variantId in noted.quantities);
        noteCheckout({ quantities: toQuantities(checkedOut), updatedAt, at: noted.at });
      }
      return;
    }
    // Two tabs would undo each other's changes, so only the visible one makes them.
    if (document.visibilityState === "hidden") return;
    // The store accepted this change without applying it. The next try waits.
    if (JSON.stringify(change) === attempt.done) {
      fail();
      return;
    }
    attempt.sent = { change, before: cart };
    attempt.hasBegun = false;
    attempt.wasBusy = false;
    // From now on, a later `updatedAt` may come from our own change.
    if (noted) noteCheckout({ quantities: noted.quantities, at: noted.at });
    send(change);
    // The provider was busy with its own change of the buyer's country.
    if (!attempt.hasBegun) attempt.sent = undefined;
  }

  function fail(): void {
    stopWaiting();
    attempt.isOver = true;
    showStep("stuck");
    retry = setTimeout(begin, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    failures += 1;
  }

  /** Starts a new attempt. It fetches the stored cart, because only the store knows if the last change was applied. */
  function begin(): void {
    stopWaiting();
    attempt = startAttempt(attempt.number + 1);
    onAttempt(attempt.number);
  }

  function stopWaiting(): void {
    clearTimeout(retry);
    clearTimeout(timeout);
    timeout = undefined;
  }

  return {
    update,
    noteBegun: () => {
      attempt.hasBegun = true;
    },
    noteDone: () => {
      attempt.wasBusy = true;
    },
    /** Fetches the current state, unless a response is on its way. */
    refresh: () => {
      if (timeout) return;
      rejected.clear();
      isSingle = false;
      showStep("working");
      begin();
    },
    stop: () => {
      stopWaiting();
      attempt.isOver = true;
    },
  };
}

function startAttempt(number: number): Attempt {
  const isFetching = readCartId() !== undefined;
  return {
    number,
    isFetching,
    noted: readCheckout(),
    sent: undefined,
    hasBegun: false,
    wasBusy: false,
    isOver: false,
    isCompleted: false,
  };
}

function showStep(step: "working" | "stuck"): void {
  storefrontState.set({ ...storefrontState.get(), step });
}
