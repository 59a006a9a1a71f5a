import { expect, test } from "vitest";
import { variantId } from "./a-cart-item.case.ts";
import { createExpressOrder, type ExpressRequest } from "./express-order.ts";

const ids = [variantId(1)];
const quantities = [{ id: variantId(1), quantity: 3 }];

test("each variant id means one piece", () => {
  expect(createExpressOrder({ variantIds: ids, channel: "hydrogen" })).toEqual({
    ok: true,
    order: { variantIdsAndQuantities: [{ id: variantId(1), quantity: 1 }], channel: "hydrogen" },
  });
});

test("ids with quantities are valid, and the default channel is headless", () => {
  expect(createExpressOrder({ variantIdsAndQuantities: quantities })).toEqual({
    ok: true,
    order: { variantIdsAndQuantities: quantities, channel: "headless" },
  });
});

test.each<[string, ExpressRequest]>([
  ["both-lists", { variantIds: ids, variantIdsAndQuantities: quantities }],
  ["no-list", {}],
  ["empty-list", { variantIds: [] }],
  ["empty-list", { variantIdsAndQuantities: [] }],
  ["bad-id", { variantIds: [variantId(1), "shirt"] }],
  ["unknown-channel", { variantIds: ids, channel: "market stall" }],
])("%s is rejected", (reason, request) => {
  expect(createExpressOrder(request)).toEqual({ ok: false, reason });
});
