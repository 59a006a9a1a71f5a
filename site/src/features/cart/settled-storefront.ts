import { followCart } from "./follow.ts";
import { type StorefrontState, storefrontState } from "./storefront-state.ts";

/** Longest that a visitor waits for the way to the checkout, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Waits until the Storefront cart is in step with the local one; where there is none yet, or the last try failed, it
 * is brought in step now.
 *
 * @returns its state, or undefined when the store cannot be reached
 */
export async function settledStorefront(): Promise<StorefrontState | undefined> {
  try {
    if (storefrontState.get().step !== "in-step") await followCart();
    const state = await nextSettled();
    return state?.step === "in-step" ? state : undefined;
  } catch (error) {
    console.warn("The code of the Storefront cart did not load", error);
    return undefined;
  }
}

function nextSettled(): Promise<StorefrontState | undefined> {
  return new Promise((resolve) => {
    const finish = (state?: StorefrontState) => {
      clearTimeout(timer);
      stop();
      resolve(state);
    };
    const look = () => {
      const state = storefrontState.get();
      if (state.step !== "working") finish(state);
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    const stop = storefrontState.subscribe(look);
    look();
  });
}
