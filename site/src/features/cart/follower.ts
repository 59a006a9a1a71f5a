import { forgetUnsavedCartId, keepCartId, readCartId } from "./cart-id.ts";
import { type CheckoutNote, forgetCheckout, noteCheckout, readCheckout } from "./follow.ts";
import { type CartItems, changeCart, readCart } from "./local-cart.ts";
import { type Change, impossibleOf, leftAtCheckout, missedOf, nextChange, wishesOf } from "./next-change.ts";
import { isOrderToBeTold, quantitiesOf, type StorefrontLine, storefrontState, UNKNOWN } from "./storefront-state.ts";

/** Pauses between tries while the store cannot be reached, in milliseconds; the last one repeats. */
const RETRY_MS = [2_000, 4_000, 8_000, 16_000, 30_000, 60_000];
/** How long the store may take for one answer, in milliseconds. */
const TIMEOUT_MS = 20_000;

/**
 * How long after one went to the checkout a cart that is gone is taken for bought, in milliseconds. After that
 * the store may have forgotten it: Shopify is known to do so 10 days after a cart is made or 30 after its last change,
 * the built-in store does 90 after that.
 */
const BOUGHT_WITHIN_MS = 7 * 24 * 60 * 60 * 1000;

/** The Storefront cart as hydrogen-react's CartProvider shows it. */
export type SeenCart = {
  id: string | undefined;
  checkoutUrl: string | undefined;
  updatedAt: string | undefined;
  status: "uninitialized" | "fetching" | "creating" | "updating" | "idle";
  error: unknown;
  isReady: boolean;
  lines: readonly StorefrontLine[];
};

/** One life of a CartProvider, which asks for the kept cart only when it begins. */
type Round = {
  number: number;
  /** Whether it begins with asking for a kept cart. */
  isFetching: boolean;
  /** What the visitor had gone to the checkout with when it began, until its cart was looked at. */
  noted: CheckoutNote | undefined;
  /** The Storefront cart that this round has had in its hands. */
  cartId?: string;
  /** The change that was sent last and has not been judged. */
  asked: { change: Change; before: SeenCart } | undefined;
  /** Whether the provider took that change. */
  hasBegun: boolean;
  /** Whether its answer has come, or was at least seen to be on its way: at rest the provider shows it then. */
  wasBusy: boolean;
  /** Nothing more is done in it. */
  isOver: boolean;
  /** Whether its cart was found to be finished. */
  isCompleted: boolean;
  /** The change that was made last, as text. */
  done?: string;
};

/** What brings the Storefront cart in step with the local one. */
export type Follower = ReturnType<typeof createFollower>;

/**
 * Brings the Storefront cart in step with the local one: one change at a time, always towards what the local cart
 * holds by then. A store that cannot be reached is asked again, less and less often; what it refuses is noted.
 *
 * @param onRound called when a new CartProvider is to begin, with its number
 */
export function createFollower(onRound: (number: number) => void) {
  const refused = new Map<string, number>();
  let isSingly = false;
  let failures = 0;
  /** A change that was answered with no cart, as for a finished cart and, by some stores, for a refused line. */
  let doubted: Change | undefined;
  let round = newRound(0);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  /** Looks at both carts and does what is next. Called whenever one of them has changed. */
  function see(number: number, cart: SeenCart, items: CartItems, send: (change: Change) => void): void {
    if (number !== round.number || round.isOver) return;
    const isBusy = cart.status !== "idle" && cart.status !== "uninitialized";
    if (isBusy) round.wasBusy = true;
    if (isBusy || !cart.isReady || isAnswerDue(cart)) {
      patience ??= setTimeout(fail, TIMEOUT_MS);
      showStep("working");
      return;
    }
    stopWaiting();
    if (cart.error && (round.asked || !cart.id)) fail();
    else if (isGone(cart)) findOut();
    else {
      if (cart.id && cart.id !== round.cartId) {
        keepCartId(cart.id);
        round.cartId = cart.id;
      }
      judge(cart.lines);
      if (!hasTakenOver(cart, items)) goOn(cart, items, send);
    }
  }

  /** Whether something was asked whose answer has not come yet. A quick answer may come before it is seen to be due. */
  function isAnswerDue(cart: SeenCart): boolean {
    if (round.wasBusy) return false;
    const before = round.asked?.before;
    if (before) return cart.id === before.id && cart.status === before.status && cart.error === before.error;
    return round.isFetching && cart.status === "uninitialized" && !cart.error;
  }

  /** Whether the store says that a cart is gone. One that was to be made with refused lines never came to be. */
  function isGone(cart: SeenCart): boolean {
    if (cart.id || cart.status !== "idle" || round.isCompleted) return false;
    return round.cartId !== undefined || (round.isFetching && !round.asked);
  }

  /** There is no cart behind the id: only an answer to the question for it tells that it is finished. */
  function findOut(): void {
    if (round.cartId) {
      const { cartId, asked } = round;
      doubted = asked?.change;
      round.isOver = true;
      // Once this look is over the provider throws the id away.
      retry = setTimeout(() => {
        keepCartId(cartId);
        begin();
      });
      return;
    }
    round.isCompleted = true;
    // What was added since the order was placed stays; and all of it when nobody went to the checkout, or long ago:
    // stores forget carts that lie for long.
    const noted = readCheckout();
    const ordered = noted && Date.now() - noted.at < BOUGHT_WITHIN_MS ? Object.keys(noted.quantities) : [];
    forgetCheckout();
    forgetUnsavedCartId();
    refused.clear();
    doubted = undefined;
    storefrontState.set({ ...UNKNOWN, step: "in-step" });
    const before = readCart();
    changeCart({ type: "REMOVE_FROM_CART", ids: ordered });
    if (readCart().length < before.length) isOrderToBeTold.set(true);
  }

  /** Notes what of the last change was refused. Of a change with several lines each is tried alone first. */
  function judge(lines: readonly StorefrontLine[]): void {
    const change = doubted ?? round.asked?.change;
    if (!change) return;
    doubted = undefined;
    round.asked = undefined;
    round.done = JSON.stringify(change);
    const missed = missedOf(change, lines);
    if (missed.length === 0 || change.type === "remove") return;
    if (change.lines.length > 1) isSingly = true;
    else for (const { variantId, quantity } of missed) refused.set(variantId, quantity);
  }

  /**
   * Takes over into the local cart what was changed at the checkout. The local one has then changed, and both are
   * looked at again.
   */
  function hasTakenOver({ updatedAt, lines }: SeenCart, items: CartItems): boolean {
    const { noted } = round;
    round.noted = undefined;
    if (!noted?.updatedAt || noted.updatedAt === updatedAt) return false;
    // Another tab has begun a change of its own since this one asked, or has made one.
    if (readCheckout()?.updatedAt !== noted.updatedAt) return false;
    if (document.visibilityState === "hidden") return false;
    const quantities = leftAtCheckout(items, lines, noted.quantities);
    if (quantities.size > 0) changeCart({ type: "TAKE_QUANTITIES", quantities });
    return quantities.size > 0;
  }

  function goOn(cart: SeenCart, items: CartItems, send: (change: Change) => void): void {
    const stopped = new Map([...refused, ...impossibleOf(items)]);
    const change = nextChange(wishesOf(items), cart.lines, stopped, isSingly);
    const { checkoutUrl, updatedAt, lines } = cart;
    const step = change ? "working" : "in-step";
    storefrontState.set({
      step,
      lines,
      refused: stopped,
      ...(checkoutUrl && { checkoutUrl }),
      ...(updatedAt && { updatedAt }),
    });
    const noted = readCheckout();
    if (!change) {
      failures = 0;
      // What was added since is not bought by a checkout that another tab has open.
      if (noted) {
        const gone = lines.filter(({ variantId }) => variantId in noted.quantities);
        noteCheckout({ quantities: quantitiesOf(gone), updatedAt, at: noted.at });
      }
      return;
    }
    // Two tabs would only undo each other's changes; the one in sight does them.
    if (document.visibilityState === "hidden") return;
    // A store that takes a change and does not make it is not asked again at once.
    if (JSON.stringify(change) === round.done) {
      fail();
      return;
    }
    round.asked = { change, before: cart };
    round.hasBegun = false;
    round.wasBusy = false;
    // What the store tells after this may be of our own making.
    if (noted) noteCheckout({ quantities: noted.quantities, at: noted.at });
    send(change);
    // The provider was busy with a change of its own, the buyer's country, and did not take it.
    if (!round.hasBegun) round.asked = undefined;
  }

  function fail(): void {
    stopWaiting();
    round.isOver = true;
    showStep("stuck");
    retry = setTimeout(begin, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
    failures += 1;
  }

  /** Begins anew with the question for the kept cart: whether an unanswered change was made, only the store knows. */
  function begin(): void {
    stopWaiting();
    round = newRound(round.number + 1);
    onRound(round.number);
  }

  function stopWaiting(): void {
    clearTimeout(retry);
    clearTimeout(patience);
    patience = undefined;
  }

  return {
    see,
    /** The provider has begun a change. */
    noteBegun: () => {
      round.hasBegun = true;
    },
    /** The store has answered a change. */
    noteDone: () => {
      round.wasBusy = true;
    },
    /** Asks for the present state of everything, unless an answer is on its way. */
    refresh: () => {
      if (patience) return;
      refused.clear();
      isSingly = false;
      showStep("working");
      begin();
    },
    stop: () => {
      stopWaiting();
      round.isOver = true;
    },
  };
}

function newRound(number: number): Round {
  const isFetching = readCartId() !== undefined;
  return {
    number,
    isFetching,
    noted: readCheckout(),
    asked: undefined,
    hasBegun: false,
    wasBusy: false,
    isOver: false,
    isCompleted: false,
  };
}

function showStep(step: "working" | "stuck"): void {
  storefrontState.set({ ...storefrontState.get(), step });
}
