import { followCart } from "./local-cart.ts";
import { type StorefrontState, storefrontState } from "./storefront-state.ts";

/** Longest wait for the checkout's address, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Waits until the Storefront cart is in step with the local one. If the last try failed, it starts a new one.
 *
 * @returns undefined if the store cannot be reached
 */
export async function waitForStorefront(): Promise<StorefrontState | undefined> {
  try {
    if (storefrontState.get().step !== "in-step") await followCart();
    const state = await waitWhileWorking();
    return state?.step === "in-step" ? state : undefined;
  } catch (error) {
    console.warn("The code of the Storefront cart did not load", error);
    return undefined;
  }
}

function waitWhileWorking(): Promise<StorefrontState | undefined> {
  return new Promise((resolve) => {
    const finish = (state?: StorefrontState) => {
      clearTimeout(timer);
      stop();
      resolve(state);
    };
    const check = () => {
      const state = storefrontState.get();
      if (state.step !== "working") finish(state);
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    const stop = storefrontState.subscribe(check);
    check();
  });
}
