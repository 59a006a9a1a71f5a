import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { describe, expect, it } from "vitest";
import { aDashboard, type TestDashboard } from "./admin-dashboard.case.ts";
import type { OrderRoutesOptions } from "./routes.ts";

/** A card processor. `refunds` lists the numbers of the orders that it refunded. */
function aProcessor(result: Awaited<ReturnType<NonNullable<OrderRoutesOptions["refundCard"]>>> = { ok: true }) {
  const refunds: number[] = [];
  const refundCard: OrderRoutesOptions["refundCard"] = async ({ number }) => {
    refunds.push(number);
    return result;
  };
  return { refunds, refundCard };
}

async function paidByCard(dashboard: TestDashboard) {
  const order = await dashboard.order({ method: "card" });
  await dashboard.orders.markPaid(order.id, { paymentId: "pi_1" });
  return order;
}

describe("a card payment", () => {
  it("that the owner refunds counts as refunded by this request, even if the webhook records it first", async () => {
    const dashboard = await aDashboard({
      refundCard: async ({ id }) => {
        await dashboard.orders.refund(id);
        return { ok: true };
      },
    });
    await paidByCard(dashboard);
    expect((await dashboard.post("/orders/1/refunded")).body).not.toHaveProperty("doneBefore");
  });

  it("is refunded through the processor, once for two clicks", async () => {
    const { refunds, refundCard } = aProcessor();
    const dashboard = await aDashboard({ refundCard });
    await paidByCard(dashboard);
    const responses = await Promise.all([dashboard.post("/orders/1/refunded"), dashboard.post("/orders/1/refunded")]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.message).toBe(ORDER_MESSAGES.refundUnderWay);
    expect(await dashboard.post("/orders/1/refunded")).toMatchObject({ status: 200, body: { payment: "refunded" } });
    expect(refunds).toEqual([1001]);
  });

  it("stays paid when the processor rejects the refund, and the owner reads the processor's message", async () => {
    const { refundCard } = aProcessor({ ok: false, message: "Stripe could not be reached." });
    const dashboard = await aDashboard({ refundCard });
    await paidByCard(dashboard);
    for (const path of ["/orders/1/refunded", "/orders/1/cancelled"]) {
      expect(await dashboard.post(path, path.endsWith("cancelled") ? { refund: true } : undefined)).toEqual({
        status: 409,
        body: { code: "refund_failed", message: "Stripe could not be reached." },
      });
    }
    expect(dashboard.orders.byId(1)).toMatchObject({ payment: { status: "paid" }, cancelledAt: null });
  });

  it("is refunded when the owner cancels with a refund, but not if the order was sent", async () => {
    const { refunds, refundCard } = aProcessor();
    const dashboard = await aDashboard({ refundCard });
    await paidByCard(dashboard);
    expect((await dashboard.post("/orders/1/cancelled")).body.message).toBe(ORDER_MESSAGES.cancelledWhenPaid);
    expect(await dashboard.post("/orders/1/cancelled", { refund: true })).toMatchObject({
      status: 200,
      body: { payment: "refunded", cancelledAt: "2026-03-01T12:00:00.000Z" },
    });
    await paidByCard(dashboard);
    await dashboard.post("/orders/2/shipped");
    expect(await dashboard.post("/orders/2/cancelled", { refund: true })).toMatchObject({ status: 409 });
    expect(refunds).toEqual([1001]);
  });

  it("is recorded as refunded even if the order was sent meanwhile", async () => {
    const dashboard = await aDashboard({
      refundCard: async ({ id }) => {
        await dashboard.orders.ship(id, { trackingNumber: "", carrier: "", trackingUrl: "" });
        return { ok: true };
      },
    });
    await paidByCard(dashboard);
    expect(await dashboard.post("/orders/1/cancelled", { refund: true })).toMatchObject({ status: 409 });
    expect(dashboard.orders.byId(1)).toMatchObject({ payment: { status: "refunded" }, cancelledAt: null });
  });

  it("is only recorded as refunded when the processor is no longer set up", async () => {
    const dashboard = await aDashboard();
    await paidByCard(dashboard);
    expect(await dashboard.post("/orders/1/refunded")).toMatchObject({ status: 200, body: { payment: "refunded" } });
  });
});
