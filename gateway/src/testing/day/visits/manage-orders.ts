import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import type { Random } from "../../random.ts";
import { expectStatus, NoResponse } from "../client.ts";
import type { Owner } from "../owner.ts";
import type { OrderChange, Purchase } from "../records.ts";
import type { TestSite } from "../test-site.ts";

const BODIES: Record<OrderChange, object> = {
  paid: {},
  shipped: { carrier: "Canada Post", trackingNumber: "7023", trackingUrl: "" },
  cancelled: {},
};

/** The owner lists the orders, and marks one of them as paid, shipped or cancelled. */
export async function manageOrders(site: TestSite, owner: Owner, random: Random, from: string): Promise<void> {
  const list = await owner.send({ path: "/admin/api/orders", from });
  expectStatus(list, 200, "the orders");
  if (random.happens(0.03)) expectStatus(await owner.send({ path: "/admin/api/orders.csv", from }), 200, "orders.csv");
  const { orders } = site.records;
  for (let tries = 0; tries < 5; tries += 1) {
    const purchase = orders[random.below(orders.length)];
    const change = purchase && !purchase.isBusy ? nextChange(purchase, random) : undefined;
    if (purchase && change) return changeOrder(site, owner, from, purchase, change);
  }
}

/** Chooses the next change of an order; none if its state is unclear. */
function nextChange({ changed, pending }: Purchase, random: Random): OrderChange | undefined {
  if (pending.length > 0 || changed.includes("cancelled") || changed.includes("shipped")) return undefined;
  if (changed.includes("paid")) return "shipped";
  return random.happens(0.25) ? "cancelled" : "paid";
}

async function changeOrder(
  site: TestSite,
  owner: Owner,
  from: string,
  purchase: Purchase,
  change: OrderChange,
): Promise<void> {
  purchase.isBusy = true;
  purchase.pending.push(change);
  site.records.attempted.changes += 1;
  try {
    const path = `/admin/api/orders/${purchase.id}/${change}`;
    const response = await owner.send({ path, json: BODIES[change], from });
    expectStatus(response, 200, `an order ${change}`);
    purchase.pending.pop();
    purchase.changed.push(change);
    // The response of our own gateway has this shape.
    const order = JSON.parse(response.text) as AdminOrder;
    if (order.email !== purchase.email) site.note(`Order ${purchase.id} does not belong to ${purchase.email}`);
  } catch (error) {
    if (!(error instanceof NoResponse)) purchase.pending.pop();
    throw error;
  } finally {
    purchase.isBusy = false;
  }
}
