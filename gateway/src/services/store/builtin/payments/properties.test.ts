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

/** Actions of buyers, the owner, Stripe and the network, each with its relative frequency. */
const WEIGHTS = {
  place: 8,
  pay: 12,
  "pay another sum": 4,
  "pay by a bank": 5,
  "the bank pays": 5,
  "the bank refuses": 2,
  "visit the order page": 5,
  "go back": 4,
  "the page expires": 3,
  "refund at Stripe": 7,
  "refund a part at Stripe": 3,
  "mark as paid": 3,
  refund: 5,
  cancel: 5,
  "cancel and refund": 5,
  message: 14,
  "Stripe fails": 2,
  "Stripe works again": 3,
  "a day passes": 4,
  "check overdue orders": 3,
};
const ACTIONS = Object.entries(WEIGHTS).flatMap(([does, weight]) =>
  // The cast holds: these are the entries of the object above.
  Array.from({ length: weight }, () => does as keyof typeof WEIGHTS),
);

/** An action. `at` chooses one of the two checkouts, `which` chooses one of Stripe's messages. */
const action = fc.record({ does: fc.constantFrom(...ACTIONS), at: fc.constantFrom(0, 0, 0, 1), which: fc.nat(20) });
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** A shop with two buyers, and the messages that Stripe sends it. */
async function aBusyShop() {
  const stripe = await startFakeStripe();
  const products = [{ handle: "record", title: "Long Point (LP)", price: "32.50", stock: String(STOCK) }];
  let cards: CardPayments;
  const dashboard = await aDashboard({ refundCard: (order) => cards.refund(order) }, { products });
  const reports = { emails: [], logged: [] };
  cards = await aCardSite(SITE, dashboard, stripe, reports);
  const checkouts: Checkout[] = [await dashboard.checkout(), await dashboard.checkout()];
  const messages: Message[] = [];
  const accepted = new Set<Message>();
  const orders = () => dashboard.orders.list({}, { limit: 100 }).orders;
  const orderAt = (at: number) => orders().find(({ checkoutToken }) => checkoutToken === checkouts[at]?.token);
  const sessionOf = (order: Order | undefined) => stripe.sessions.get(order?.payment.sessionId ?? "");
  const backOf = ({ id }: FakeSession) => stripe.refundedAmount(id);

  function addMessage(type: string, object: object): void {
    messages.push(stripe.message(type, object));
  }

  function refundAtStripe(order: Order, session: FakeSession, amount: number): void {
    stripe.refundAtStripe(session.id, amount);
    addMessage("charge.refunded", {
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
      case "pay another sum":
        if (!isOpen) return;
        if (does === "pay another sum") session.amount_total += 300;
        messages.push(stripe.pay(session.id));
        return;
      case "pay by a bank":
        if (!isOpen) return;
        Object.assign(session, { status: "complete", payment_intent: `pi_${session.id}`, url: null });
        return addMessage("checkout.session.completed", { ...session });
      case "the bank pays":
        if (!isWithBank) return;
        session.payment_status = "paid";
        return addMessage("checkout.session.async_payment_succeeded", { ...session });
      case "the bank refuses":
        return isWithBank ? addMessage("checkout.session.async_payment_failed", { ...session }) : undefined;
      case "the page expires":
        if (!isOpen) return;
        Object.assign(session, { status: "expired", url: null });
        return addMessage("checkout.session.expired", { ...session });
      case "refund at Stripe":
      case "refund a part at Stripe": {
        if (!order || session?.payment_status !== "paid") return;
        const left = session.amount_total - backOf(session);
        const amount = does === "refund at Stripe" ? left : 100;
        return amount > 0 && amount <= left ? refundAtStripe(order, session, amount) : undefined;
      }
      case "visit the order page":
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
        if (message && (await sendWebhook(cards, message).catch(() => 500)) === 200) accepted.add(message);
        return;
      }
      case "Stripe fails":
        return stripe.failWith(500);
      case "Stripe works again":
        return stripe.failWith(undefined);
      case "a day passes":
        dashboard.time.now = new Date(dashboard.time.now.getTime() + DAY_MS);
        return;
      case "check overdue orders":
        return cards.settleOverdue();
    }
  }

  /**
   * Ends everything that is still open: Stripe can be reached, payment pages expire, payments at a bank fail, and
   * Stripe repeats each message that the site has not accepted.
   */
  async function settleAll(): Promise<void> {
    stripe.failWith(undefined);
    for (const session of stripe.sessions.values()) {
      if (session.status === "open") {
        Object.assign(session, { status: "expired", url: null });
        addMessage("checkout.session.expired", { ...session });
      } else if (session.status === "complete" && session.payment_status === "unpaid") {
        addMessage("checkout.session.async_payment_failed", { ...session });
      }
    }
    for (const message of messages) if (!accepted.has(message)) expect(await sendWebhook(cards, message)).toBe(200);
    dashboard.time.now = new Date(dashboard.time.now.getTime() + DAY_MS);
    await cards.settleOverdue();
  }

  return { dashboard, stripe, reports, act, settleAll, orders, sessionOf, backOf };
}

it("after any events in any order, an order is paid if and only if the money is here, and stock is right", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 24, size: "max" }), async (actions) => {
      const shop = await aBusyShop();
      const { dashboard, stripe, orders, sessionOf, backOf } = shop;
      try {
        for (const at of [0, 1] as const) await shop.act({ does: "place", at, which: 0 });
        for (const one of actions) await shop.act(one);
        await shop.settleAll();
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
        expect(shop.reports.emails).toEqual([]);
      } finally {
        await stripe.close();
        dashboard.close();
      }
    }),
    tries(30),
  );
}, 120_000);
