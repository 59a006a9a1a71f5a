import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { describe, expect, it } from "vitest";
import { aDashboard } from "./builtin/admin/admin-dashboard.case.ts";

describe("when two owners do the same with an order, the second", () => {
  it("reads that the order was sent in another window, and with which tracking number", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    const tracking = { carrier: "Canada Post", trackingNumber: "CP-777", trackingUrl: "" };
    await dashboard.post("/orders/1/shipped", tracking);
    expect(await dashboard.post("/orders/1/shipped", {})).toEqual({
      status: 409,
      body: { code: "not_possible_now", message: expect.stringContaining("with Canada Post, CP-777.") },
    });
    const corrected = { ...tracking, trackingNumber: "CP-778" };
    expect(await dashboard.post("/orders/1/shipped", { ...corrected, replaces: tracking })).toMatchObject({
      status: 200,
      body: { shipment: corrected, events: [{ type: "placed" }, { tracking }, { tracking: corrected }] },
    });
  });

  it("reads which of the requested changes are already done, so that no money is refunded twice", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    expect((await dashboard.post("/orders/1/paid")).body).not.toHaveProperty("doneBefore");
    expect(await dashboard.post("/orders/1/paid")).toMatchObject({ status: 200, body: { doneBefore: ["paid"] } });
    dashboard.time.now = new Date("2026-03-02T12:00:00Z");
    const refunds = await Promise.all([dashboard.post("/orders/1/refunded"), dashboard.post("/orders/1/refunded")]);
    expect(refunds.map(({ status, body }) => [status, body.doneBefore])).toEqual([
      [200, undefined],
      [200, ["refunded"]],
    ]);
    const cancel = async (body: object) => (await dashboard.post("/orders/1/cancelled", body)).body.doneBefore;
    expect(await cancel({ refund: true })).toEqual(["refunded"]);
    expect(await cancel({ refund: true })).toEqual(["cancelled", "refunded"]);
    expect(await cancel({})).toEqual(["cancelled"]);
    expect((await dashboard.get("/orders/1")).body).not.toHaveProperty("doneBefore");
  });

  it("reads that the order was already marked as sent with the same tracking", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    expect((await dashboard.post("/orders/1/shipped")).body).not.toHaveProperty("doneBefore");
    expect((await dashboard.post("/orders/1/shipped")).body.doneBefore).toEqual(["shipped"]);
  });

  it("cannot mark a refunded order as paid", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    await dashboard.post("/orders/1/paid");
    await dashboard.post("/orders/1/refunded");
    const refused = (message: string) => ({ status: 409, body: { code: "not_possible_now", message } });
    expect(await dashboard.post("/orders/1/paid")).toEqual(refused(ORDER_MESSAGES.paidWhenRefunded));
    await dashboard.post("/orders/1/cancelled");
    expect(await dashboard.post("/orders/1/paid")).toEqual(refused(ORDER_MESSAGES.paidWhenCancelled));
  });
});
