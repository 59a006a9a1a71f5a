import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { OrderList, OrdersSummary } from "@porchlight/protocol/orders.ts";
import { describe, expect, it } from "vitest";
import { aDashboard, CLIENT } from "./admin-dashboard.case.ts";

describe("the owner's orders", () => {
  it("are visible only to the owner", async () => {
    const dashboard = await aDashboard();
    for (const path of ["/orders", "/orders/summary", "/orders/1", "/orders.csv"]) {
      expect((await dashboard.request(path, { headers: {} })).status).toBe(401);
    }
    expect((await dashboard.request("/orders/1/paid", { headers: {}, method: "POST" })).status).toBe(401);
  });

  it("are counted for the dashboard, with what was paid since the month began in the shop's time zone", async () => {
    const lowStock = [{ title: "Lake Effect tee (S / Ink)", left: 2 }];
    const dashboard = await aDashboard({ lowStock: () => lowStock }, { settings: { timeZone: "America/Toronto" } });
    const none = {
      any: false,
      open: 0,
      unpaid: 0,
      toSend: 0,
      toRefund: 0,
      takings: { amount: 0, currency: "CAD", orders: 0 },
    };
    expect(await dashboard.get("/orders/summary")).toEqual({ status: 200, body: { ...none, lowStock } });
    const [first, second, third] = [await dashboard.order(), await dashboard.order(), await dashboard.order()];
    await dashboard.order();
    await dashboard.orders.cancel(first.id);
    await dashboard.orders.markPaid(second.id);
    await dashboard.orders.markPaid(third.id);
    await dashboard.orders.refund(third.id);
    const counted = { any: true, open: 2, unpaid: 1, toSend: 1, toRefund: 0, lowStock };
    const takings = { amount: second.due, currency: "CAD", orders: 1 };
    expect((await dashboard.get("/orders/summary")).body).toEqual({ ...counted, takings });
    // It is still March in Toronto when April has begun in UTC.
    dashboard.time.now = new Date("2026-04-01T03:59:00Z");
    const inToronto = await dashboard.get("/orders/summary");
    dashboard.time.now = new Date("2026-04-01T12:00:00Z");
    const inApril = await dashboard.get("/orders/summary");
    const toCount = ({ body }: { body: unknown }) => (body as OrdersSummary).takings?.orders;
    expect([inToronto, inApril].map(toCount)).toEqual([1, 0]);
  });

  it("are listed in pages and searched", async () => {
    const dashboard = await aDashboard();
    await dashboard.order({ email: "ben@example.com" });
    await dashboard.order();
    const list = async (query: string) => (await dashboard.get(`/orders?${query}`)).body as OrderList;
    expect(await list("limit=1")).toEqual({
      orders: [
        {
          id: 2,
          number: 1002,
          placedAt: "2026-03-01T12:00:00.000Z",
          email: "ann@example.com",
          name: "Ann Lake",
          currency: "CAD",
          total: 5029,
          quantity: 1,
          delivery: "shipping",
          payment: "pending",
          otherSumPaid: null,
          shippedAt: null,
          cancelledAt: null,
          cancelReason: null,
          withdrawn: "none",
        },
      ],
      total: 2,
      next: 2,
    });
    const numbers = async (query: string) => (await list(query)).orders.map(({ number }) => number);
    expect(await numbers("limit=1&before=2")).toEqual([1001]);
    expect(await numbers("search=BEN@&status=open")).toEqual([1001]);
    expect(await numbers("search=&status=")).toEqual([1002, 1001]);
    expect(await numbers("status=sent")).toEqual([]);
  });

  it("are not listed for an invalid query", async () => {
    const dashboard = await aDashboard();
    const queries = ["limit=0", "limit=101", "limit=many", "before=-1", "before=1e3", "status=lost"];
    for (const query of [...queries, `search=${"x".repeat(201)}`, "search=%00", "search=a%0Ab", "search=%07"]) {
      expect(await dashboard.get(`/orders?${query}`), query).toEqual({
        status: 400,
        body: { code: "bad_request", message: expect.any(String) },
      });
    }
  });

  it("show every detail of one order, without its checkout's token", async () => {
    const dashboard = await aDashboard();
    const order = await dashboard.order({ note: "Please wrap it." });
    const { status, body } = await dashboard.get("/orders/1");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: 1001,
      lines: [{ title: "Long Point (LP)", quantity: 1, unitPrice: 3250, total: 3250 }],
      subtotal: 3250,
      deliveryTitle: "Parcel",
      deliveryPrice: 1200,
      taxes: [{ title: "HST", amount: 579 }],
      total: 5029,
      addressLines: ["Ann Lake", "1 Pier Road", "Goderich ON N7A 1A1", "Canada"],
      note: "Please wrap it.",
      paymentTitle: "Interac e-Transfer",
      events: [{ type: "placed", at: "2026-03-01T12:00:00.000Z" }],
      actions: ["paid", "shipped", "cancelled"],
      statusPath: `/checkout/orders/1?key=${order.statusKey}`,
    });
    expect(JSON.stringify(body)).not.toContain(order.checkoutToken);
  });

  it("show the buyer's withdrawals, with an entry in the history", async () => {
    const rates = [{ handle: "canada-parcel", title: "Parcel", price: 1_200 }];
    const settings = { shipping: [{ title: "World", countries: ["*"], rates }] };
    const dashboard = await aDashboard({}, { settings });
    const inBerlin = { firstName: "Ann", lastName: "Lake", address1: "1 Hafenweg", city: "Berlin", country: "DE" };
    const { id } = await dashboard.order({ address: inBerlin });
    await dashboard.orders.withdraw(id, { name: "Ann Lake", lines: [0] });
    dashboard.time.now = new Date("2026-03-02T12:00:00Z");
    await dashboard.orders.markPaid(id);
    const at = "2026-03-01T12:00:00.000Z";
    expect((await dashboard.get(`/orders/${id}`)).body).toMatchObject({
      withdrawn: "all",
      withdrawals: [{ at, name: "Ann Lake", lines: [0] }],
      events: [{ type: "placed" }, { type: "withdrawn", at }, { type: "paid" }],
      actions: ["refunded", "cancelled"],
    });
    expect(await dashboard.post(`/orders/${id}/shipped`)).toMatchObject({
      status: 409,
      body: { message: ORDER_MESSAGES.shippedWhenWithdrawn },
    });
  });

  it("that do not exist return 404", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    const notFound = { status: 404, body: { code: "not_found", message: ORDER_MESSAGES.noSuchOrder } };
    for (const path of ["/orders/2", "/orders/0", "/orders/1e0", "/orders/-1", "/orders/abc"]) {
      expect(await dashboard.get(path), path).toEqual(notFound);
      for (const action of ["paid", "shipped", "refunded", "cancelled", "erased"]) {
        expect(await dashboard.post(`${path}/${action}`), `${path}/${action}`).toEqual(notFound);
      }
    }
  });
});

describe("the owner", () => {
  it("marks an order as paid and sent, and refunds it", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    expect(await dashboard.post("/orders/1/paid")).toMatchObject({
      status: 200,
      body: { payment: "paid", paidAt: "2026-03-01T12:00:00.000Z" },
    });
    const tracking = { trackingNumber: " LP1 ", carrier: "Post", trackingUrl: "https://post.example/LP1" };
    const downloadUrl = "https://files.example/a";
    expect(await dashboard.post("/orders/1/shipped", { ...tracking, downloadUrl: ` ${downloadUrl} ` })).toMatchObject({
      status: 200,
      body: {
        shipment: { shippedAt: "2026-03-01T12:00:00.000Z", trackingNumber: "LP1", carrier: "Post", downloadUrl },
      },
    });
    expect(await dashboard.post("/orders/1/cancelled")).toEqual({
      status: 409,
      body: { code: "not_possible_now", message: ORDER_MESSAGES.cancelledWhenShipped },
    });
    expect(await dashboard.post("/orders/1/refunded", {})).toMatchObject({
      status: 200,
      body: { totalRefunded: 5029 },
    });
    expect((await dashboard.get("/orders/1")).body).toMatchObject({
      events: [{ type: "placed" }, { type: "paid" }, { type: "shipped" }, { type: "refunded" }],
      actions: ["erased"],
    });
  });

  it("erases the buyer of a finished order, but not its sums; the audit log has the order's number", async () => {
    const dashboard = await aDashboard();
    await dashboard.order({ note: "Ring twice" });
    expect(await dashboard.post("/orders/1/erased")).toEqual({
      status: 409,
      body: { code: "not_possible_now", message: ORDER_MESSAGES.erasedWhenOpen },
    });
    await dashboard.orders.markPaid(1);
    const shipment = { trackingNumber: "CP-777", carrier: "Canada Post" };
    const { body: before } = await dashboard.post("/orders/1/shipped", shipment);
    const { status, body } = await dashboard.post("/orders/1/erased");
    expect(status).toBe(200);
    expect((await dashboard.post("/orders/1/erased")).body.doneBefore).toEqual(["erased"]);
    const { lines, total, taxes, events } = before;
    expect(body).toMatchObject({ lines, total, taxes, email: "", name: "", addressLines: [], phone: "", note: null });
    expect(body.events).toEqual(events?.map(({ at, type }) => ({ at, type })));
    expect(body.actions).toEqual(["refunded"]);
    expect(dashboard.orders.list({ search: "lake" }, { limit: 9 }).total).toBe(0);
    for (const table of ["orders", "order_events", "checkouts", "carts", "discount_uses"]) {
      const rows = JSON.stringify(dashboard.data.read.all<object>(`SELECT * FROM ${table}`));
      expect(rows, table).not.toMatch(/ann|pier|ring|CP-777/i);
    }
    expect(dashboard.audited).toEqual([{ event: "buyer-erased", client: CLIENT, details: { order: 1001 } }]);
  });

  it("cannot erase the buyer while the buyer can withdraw", async () => {
    const rates = [{ handle: "canada-parcel", title: "Parcel", price: 1_200 }];
    const settings = { shipping: [{ title: "World", countries: ["*"], rates }] };
    const dashboard = await aDashboard({}, { settings });
    const inBerlin = { firstName: "Ann", lastName: "Lake", address1: "1 Hafenweg", city: "Berlin", country: "DE" };
    const { id } = await dashboard.order({ address: inBerlin });
    await dashboard.orders.markPaid(id);
    await dashboard.post(`/orders/${id}/shipped`);
    expect((await dashboard.post(`/orders/${id}/erased`)).body.message).toBe(ORDER_MESSAGES.erasedWhenWithdrawable);
    dashboard.time.now = new Date("2026-09-01T12:00:00Z");
    expect((await dashboard.post(`/orders/${id}/erased`)).status).toBe(200);
  });

  it("can mark an order as sent without a carrier or a tracking number", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    expect(await dashboard.post("/orders/1/shipped")).toMatchObject({
      status: 200,
      body: { shipment: { trackingNumber: "", carrier: "", trackingUrl: "" } },
    });
  });

  it("gets a message for an invalid request, and nothing changes", async () => {
    const dashboard = await aDashboard();
    const order = await dashboard.order();
    const requests: [path: string, body: unknown][] = [
      ["/shipped", { trackingUrl: "javascript:alert(1)" }],
      ["/shipped", { downloadUrl: "javascript:alert(1)" }],
      ["/shipped", { downloadUrl: "https://files.example/a\nb" }],
      ["/shipped", { trackingUrl: "https://post.example/a b" }],
      ["/shipped", { trackingUrl: `https://post.example/${"x".repeat(1_000)}` }],
      ["/shipped", { carrier: "Post\nTotal: 0" }],
      ["/shipped", { carrier: "x".repeat(201) }],
      ["/shipped", { carrier: 7 }],
      ["/shipped", { courier: "Post" }],
      ["/shipped", { replaces: { trackingNumber: "LP1" } }],
      ["/shipped", []],
      ["/paid", { amount: 1 }],
      ["/refunded", "all"],
      ["/cancelled", { refund: "yes" }],
      ["/cancelled", null],
      ["/erased", { order: 1 }],
    ];
    for (const [path, body] of requests) {
      expect(await dashboard.post(`/orders/1${path}`, body), `${path} ${JSON.stringify(body)}`).toEqual({
        status: 400,
        body: { code: "bad_request", message: expect.any(String) },
      });
    }
    expect(dashboard.orders.byId(1)).toEqual(order);
  });

  it("gets a message for a body that is not JSON", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    const headers = { Authorization: "Bearer owner" };
    const response = await dashboard.request("/orders/1/shipped", { method: "POST", headers, body: "{carrier" });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "bad_request", message: "The body has to be a JSON object." },
    ]);
  });
});
