import { afterEach, expect, test } from "vitest";
import { variantId } from "./a-cart-item.case.ts";
import { forgetCheckout, noteCheckout, readCheckout } from "./follow.ts";
import { refuseStorage } from "./refused-storage.case.ts";

afterEach(forgetCheckout);

test("with storage full, the variants that one went to the checkout with last are known", () => {
  noteCheckout([variantId(1)]);
  const takeAgain = refuseStorage("full");
  noteCheckout([variantId(1), variantId(2)]);
  expect(readCheckout()).toEqual([variantId(1), variantId(2)]);
  forgetCheckout();
  expect(readCheckout()).toBeUndefined();
  takeAgain();
});
