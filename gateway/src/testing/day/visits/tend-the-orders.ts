import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import type { OrderChange, Purchase } from "../books.ts";
import { Unanswered } from "../client.ts";
import type { Dice } from "../dice.ts";
import type { Owner } from "../owner.ts";
import type { Scene } from "../scene.ts";
import { expectStatus } from "./expect-status.ts";

const BODIES: Record<OrderChange, object> = {
  paid: {},
  shipped: { carrier: "Canada Post", trackingNumber: "7023", trackingUrl: "" },
  cancelled: {},
};

/** The owner looks through the orders and sees to one: the money has come, it has left, or it is called off. */
export async function tendTheOrders(scene: Scene, owner: Owner, dice: Dice, from: string): Promise<void> {
  const list = await owner.ask({ path: "/admin/api/orders", from });
  expectStatus(list, 200, "the orders");
  if (dice.happens(0.03)) expectStatus(await owner.ask({ path: "/admin/api/orders.csv", from }), 200, "orders.csv");
  const { orders } = scene.books;
  for (let look = 0; look < 5; look += 1) {
    const purchase = orders[dice.below(orders.length)];
    const change = purchase && !purchase.isBusy ? nextChange(purchase, dice) : undefined;
    if (purchase && change) return make(scene, owner, from, purchase, change);
  }
}

/** What comes next for an order. One of which nobody knows how it stands is left alone. */
function nextChange({ changed, unclear }: Purchase, dice: Dice): OrderChange | undefined {
  if (unclear.length > 0 || changed.includes("cancelled") || changed.includes("shipped")) return undefined;
  if (changed.includes("paid")) return "shipped";
  return dice.happens(0.25) ? "cancelled" : "paid";
}

async function make(scene: Scene, owner: Owner, from: string, purchase: Purchase, change: OrderChange): Promise<void> {
  purchase.isBusy = true;
  purchase.unclear.push(change);
  scene.books.wanted.changes += 1;
  try {
    const answer = await owner.ask({
      path: `/admin/api/orders/${purchase.id}/${change}`,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(BODIES[change]),
      from,
    });
    expectStatus(answer, 200, `an order ${change}`);
    purchase.unclear.pop();
    purchase.changed.push(change);
    // Our own gateway answers.
    const order = JSON.parse(answer.text) as AdminOrder;
    if (order.email !== purchase.email) scene.note(`Order ${purchase.id} is not that of ${purchase.email}`);
  } catch (error) {
    if (!(error instanceof Unanswered)) purchase.unclear.pop();
    throw error;
  } finally {
    purchase.isBusy = false;
  }
}
