import { afterEach, expect, test, vi } from "vitest";
import { variantId } from "./a-cart-item.case.ts";
import { forgetCheckout, noteCheckout, readCheckout } from "./checkout-note.ts";
import { failStorage } from "./failing-storage.case.ts";

afterEach(forgetCheckout);

test("if storage is full, the last note is still known", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-01T12:30:00Z") });
  noteCheckout({ quantities: { [variantId(1)]: 1 } });
  const restoreStorage = failStorage("full");
  noteCheckout({ quantities: { [variantId(1)]: 1, [variantId(2)]: 2 }, updatedAt: "2026-06-01T12:00:00Z" });
  expect(readCheckout()).toEqual({
    quantities: { [variantId(1)]: 1, [variantId(2)]: 2 },
    updatedAt: "2026-06-01T12:00:00Z",
    at: Date.parse("2026-06-01T12:30:00Z"),
  });
  forgetCheckout();
  expect(readCheckout()).toBeUndefined();
  restoreStorage();
});

test.each(["", "nonsense", "null", "17", '["gid://shopify/ProductVariant/1"]', '{"quantities":null}'])(
  "%j is not a note",
  (stored) => {
    localStorage.setItem("cartCheckout", stored);
    expect(readCheckout()).toBeUndefined();
  },
);
