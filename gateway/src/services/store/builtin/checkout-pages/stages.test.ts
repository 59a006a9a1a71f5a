import { describe, expect, it } from "vitest";
import type { Order } from "../model/order.ts";
import { aStore } from "../orders/a-store.case.ts";
import { stagesOf } from "./stages.ts";

const DAYS = { language: "en-CA", timeZone: "America/Toronto" };
const SHIPMENT = { trackingNumber: "", carrier: "", trackingUrl: "", shippedAt: "2026-03-04T12:00:00.000Z" };

async function anOrder(): Promise<Order> {
  return await (await aStore()).order();
}

/** The text of each point, "Ordered Mar 1", with a * if it was reached. */
function points(order: Order): string[] {
  const items = String(stagesOf(order, DAYS)).matchAll(/<li( class="reached")?>(.*?)<\/li>/g);
  return [...items].map(([, reached, content = ""]) => `${content.replaceAll(/<[^>]*>/g, "")}${reached ? " *" : ""}`);
}

describe("the progress of an order", () => {
  it("shows the day of each reached point and, if it is known, the latest day of the next one", async () => {
    const order = await anOrder();
    expect(points(order)).toEqual(["Ordered Mar 1 *", "Paid not yet", "Sent not yet", "Yours not yet"]);
    const paid = {
      ...order,
      payment: { ...order.payment, status: "paid", paidAt: "2026-03-03T02:00:00.000Z" },
    } as const;
    expect(points(paid)).toEqual(["Ordered Mar 1 *", "Paid Mar 2 *", "Sent not yet", "Yours not yet"]);
    const sent = { ...paid, shipment: SHIPMENT };
    expect(points(sent).slice(2)).toEqual(["Sent Mar 4 *", "Yours not yet"]);
    const named = { ...sent, delivery: { ...sent.delivery, upToDays: 7 } };
    expect(points(named).at(-1)).toBe("Yours by Mar 11");
  });

  it("has its own words for a pickup and for a download, which the buyer has as soon as there is a link", async () => {
    const order = await anOrder();
    const pickup = { ...order, delivery: { ...order.delivery, kind: "pickup" }, shipment: SHIPMENT } as const;
    expect(points(pickup).slice(2)).toEqual(["Ready to pick up Mar 4 *", "Yours not yet"]);
    const download = {
      ...order,
      lines: order.lines.map((line) => ({ ...line, requiresShipping: false })),
      delivery: { ...order.delivery, kind: "none" },
      shipment: { ...SHIPMENT, downloadUrl: "https://files.example/a" },
    } as const;
    expect(points(download).slice(2)).toEqual(["Ready Mar 4 *", "Yours Mar 4 *"]);
  });

  it("is not shown for an order that has ended", async () => {
    const order = await anOrder();
    expect(points({ ...order, cancelledAt: "2026-03-02T12:00:00.000Z" })).toEqual([]);
    expect(points({ ...order, payment: { ...order.payment, status: "refunded" } })).toEqual([]);
    expect(points({ ...order, payment: { ...order.payment, status: "voided" } })).toEqual([]);
  });
});
