import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aDashboard } from "../admin/admin-dashboard.case.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import type { Order } from "../model/order.ts";
import { aCardSite, sendWebhook } from "./a-card-site.case.ts";
import type { CardPayments } from "./card-payments.ts";
import { type FakeSession, type Message, startFakeStripe } from "./fake-stripe.case.ts";

const SITE = "https://artist.example";
const ADDRESSES = { success: `${SITE}/thanks`, cancel: `${SITE}/back` };
const STOCK = 9;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What buyers, the owner, Stripe and the network do, and how often beside each other. */
const WEIGHTS = {
  place: 8,
  pay: 12,
  "pay otherwise": 4,
  "pay by a bank": 5,
  "the bank pays": 5,
  "the bank refuses": 2,
  look: 5,
  "go back": 4,
  "page runs out": 3,
  "give back at Stripe": 7,
  "give part back at Stripe": 3,
  "mark as paid": 3,
  refund: 5,
  cancel: 5,
  "cancel and refund": 5,
  message: 14,
  "Stripe goes": 2,
  "Stripe comes": 3,
  "a day passes": 4,
  "ask Stripe": 3,
};
const ACTIONS = Object.entries(WEIGHTS).flatMap(([does, weight]) =>
  // The names are those of the object.
  Array.from({ length: weight }, () => does as keyof typeof WEIGHTS),
);

/** Each to one of two checkouts, or to the messages under way. */
const action = fc.record({ does: fc.constantFrom(...ACTIONS), at: fc.constantFrom(0, 0, 0, 1), which: fc.nat(20) });
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A shop with two buyers, and all that Stripe tells it. */
async function aBusyShop() {
  const stripe = await startFakeStripe();
  const products = [{ handle: "record", title: "Long Point (LP)", price: "32.50", stock: String(STOCK) }];
  let cards: CardPayments;
  const dashboard = await aDashboard({ refundCard: (order) => cards.refund(order) }, { products });
  const heard = { emails: [], logged: [] };
  cards = await aCardSite(SITE, dashboard, stripe, heard);
  const checkouts: Checkout[] = [await dashboard.checkout(), await dashboard.checkout()];
  const messages: Message[] = [];
  const taken = new Set<Message>();
  const orders = () => dashboard.orders.list({}, { limit: 100 }).orders;
  const orderAt = (at: number) => orders().find(({ checkoutToken }) => checkoutToken === checkouts[at]?.token);
  const sessionOf = (order: Order | undefined) => stripe.sessions.get(order?.payment.sessionId ?? "");
  const backOf = ({ id }: FakeSession) => stripe.givenBack(id);

  function tell(type: string, object: object): void {
    messages.push(stripe.message(type, object));
  }

  function giveBack(order: Order, session: FakeSession, amount: number): void {
    stripe.giveBack(session.id, amount);
    tell("charge.refunded", {
      refunded: backOf(session) === session.amount_total,
      payment_intent: session.payment_intent,
      metadata: { porchlight_order_id: String(order.id) },
    });
  }

  async function act({ does, at, which }: Action): Promise<void> {
    const order = orderAt(at);
    const session = sessionOf(order);
    const checkout = checkouts[at] ?? expect.unreachable();
    const isOpen = session?.status === "open";
    const isWithBank = session?.status === "complete" && session.payment_status === "unpaid";
    switch (does) {
      case "place": {
        const placed = await dashboard.place(checkout, "card");
        if (!placed.ok || placed.order.payment.status !== "awaiting-card") return;
        const begun = await cards.begin(placed.order, ADDRESSES);
        if (!begun.ok) await cards.abandon(placed.order);
        return;
      }
      case "pay":
      case "pay otherwise":
        if (!isOpen) return;
        if (does === "pay otherwise") session.amount_total += 300;
        messages.push(stripe.pay(session.id));
        return;
      case "pay by a bank":
        if (!isOpen) return;
        Object.assign(session, { status: "complete", payment_intent: `pi_${session.id}`, url: null });
        return tell("checkout.session.completed", { ...session });
      case "the bank pays":
        if (!isWithBank) return;
        session.payment_status = "paid";
        return tell("checkout.session.async_payment_succeeded", { ...session });
      case "the bank refuses":
        return isWithBank ? tell("checkout.session.async_payment_failed", { ...session }) : undefined;
      case "page runs out":
        if (!isOpen) return;
        Object.assign(session, { status: "expired", url: null });
        return tell("checkout.session.expired", { ...session });
      case "give back at Stripe":
      case "give part back at Stripe": {
        if (!order || session?.payment_status !== "paid") return;
        const left = session.amount_total - backOf(session);
        const amount = does === "give back at Stripe" ? left : 100;
        return amount > 0 && amount <= left ? giveBack(order, session, amount) : undefined;
      }
      case "look":
        if (order) await cards.settle(order);
        return;
      case "go back":
        if (order) await cards.abandon(order);
        return;
      case "mark as paid":
        if (order) await dashboard.post(`/orders/${order.id}/paid`);
        return;
      case "refund":
        if (order) await dashboard.post(`/orders/${order.id}/refunded`);
        return;
      case "cancel":
        if (order) await dashboard.post(`/orders/${order.id}/cancelled`);
        return;
      case "cancel and refund":
        if (order) await dashboard.post(`/orders/${order.id}/cancelled`, { refund: true });
        return;
      case "message": {
        const message = messages[which % Math.max(1, messages.length)];
        if (message && (await sendWebhook(cards, message).catch(() => 500)) === 200) taken.add(message);
        return;
      }
      case "Stripe goes":
        return stripe.failWith(500);
      case "Stripe comes":
        return stripe.failWith(undefined);
      case "a day passes":
        dashboard.time.now = new Date(dashboard.time.now.getTime() + DAY_MS);
        return;
      case "ask Stripe":
        return cards.settleOverdue();
    }
  }

  /** Stripe is there again, what waits for a bank or a buyer ends, and each message that was not taken comes again. */
  async function comeToRest(): Promise<void> {
    stripe.failWith(undefined);
    for (const session of stripe.sessions.values()) {
      if (session.status === "open") {
        Object.assign(session, { status: "expired", url: null });
        tell("checkout.session.expired", { ...session });
      } else if (session.status === "complete" && session.payment_status === "unpaid") {
        tell("checkout.session.async_payment_failed", { ...session });
      }
    }
    for (const message of messages) if (!taken.has(message)) expect(await sendWebhook(cards, message)).toBe(200);
    dashboard.time.now = new Date(dashboard.time.now.getTime() + DAY_MS);
    await cards.settleOverdue();
  }

  return { dashboard, stripe, heard, act, comeToRest, orders, sessionOf, backOf };
}

it("with any events in any order, nobody pays without goods or gets goods without paying, and the stock is right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 24, size: "max" }), async (actions) => {
      const shop = await aBusyShop();
      const { dashboard, stripe, orders, sessionOf, backOf } = shop;
      try {
        for (const at of [0, 1] as const) await shop.act({ does: "place", at, which: 0 });
        for (const one of actions) await shop.act(one);
        await shop.comeToRest();
        for (const order of orders()) {
          const session = sessionOf(order);
          const isPaid = session?.payment_status === "paid";
          const left = isPaid ? session.amount_total - backOf(session) : 0;
          const { status } = order.payment;
          const facts = { number: order.number, status, isPaid, hasLeft: left > 0 };
          if (status === "paid") expect(facts).toMatchObject({ isPaid: true, hasLeft: true });
          else expect(facts).toMatchObject({ hasLeft: false });
          expect(status).not.toBe("awaiting-card");
          if (status === "refunded") expect(facts).toMatchObject({ isPaid: true });
          const types = dashboard.events.filter((event) => event.order.id === order.id).map(({ type }) => type);
          expect(types).toEqual([...new Set(types)]);
        }
        const sold = orders().filter(({ payment, cancelledAt }) => cancelledAt === null && payment.status !== "voided");
        expect(dashboard.stock.onHand(dashboard.variant("record"))).toBe(STOCK - sold.length);
        expect(shop.heard.emails).toEqual([]);
      } finally {
        await stripe.close();
        dashboard.close();
      }
    }),
    tries(30),
  );
}, 120_000);
