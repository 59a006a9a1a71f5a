import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { OrderList } from "@porchlight/protocol/orders.ts";
import { parse } from "csv-parse/sync";
import { describe, expect, it, vi } from "vitest";
import { aDashboard, CLIENT, type TestDashboard } from "./admin-dashboard.case.ts";
import type { OrderRoutesOptions } from "./routes.ts";

/** A card payment that was made, and how often it was paid back. */
function aProcessor(outcome: Awaited<ReturnType<NonNullable<OrderRoutesOptions["refundCard"]>>> = { ok: true }) {
  const refunds: number[] = [];
  const refundCard: OrderRoutesOptions["refundCard"] = async ({ number }) => {
    refunds.push(number);
    return outcome;
  };
  return { refunds, refundCard };
}

async function paidByCard(dashboard: TestDashboard) {
  const order = await dashboard.order({ method: "card" });
  await dashboard.orders.markPaid(order.id, { paymentId: "pi_1" });
  return order;
}

describe("the owner's orders", () => {
  it("are for the owner alone", async () => {
    const dashboard = await aDashboard();
    for (const path of ["/orders", "/orders/summary", "/orders/1", "/orders.csv"]) {
      expect((await dashboard.ask(path, { headers: {} })).status).toBe(401);
    }
    expect((await dashboard.ask("/orders/1/paid", { headers: {}, method: "POST" })).status).toBe(401);
  });

  it("are summed up for the tab", async () => {
    const dashboard = await aDashboard();
    expect(await dashboard.get("/orders/summary")).toEqual({ status: 200, body: { any: false, open: 0 } });
    const first = await dashboard.order();
    await dashboard.order();
    await dashboard.orders.cancel(first.id);
    expect(await dashboard.get("/orders/summary")).toEqual({ status: 200, body: { any: true, open: 1 } });
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

  it("refuse a question that makes no sense", async () => {
    const dashboard = await aDashboard();
    const queries = ["limit=0", "limit=101", "limit=many", "before=-1", "before=1e3", "status=lost"];
    for (const query of [...queries, `search=${"x".repeat(201)}`, "search=%00", "search=a%0Ab", "search=%07"]) {
      expect(await dashboard.get(`/orders?${query}`), query).toEqual({
        status: 400,
        body: { code: "bad_request", message: expect.any(String) },
      });
    }
  });

  it("show all of one, without what nobody has to know", async () => {
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

  it("show withdrawals of the buyer, with their place in the history", async () => {
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

  it("that are not there are said to be so", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    const nothing = { status: 404, body: { code: "not_found", message: ORDER_MESSAGES.noSuchOrder } };
    for (const path of ["/orders/2", "/orders/0", "/orders/1e0", "/orders/-1", "/orders/abc"]) {
      expect(await dashboard.get(path), path).toEqual(nothing);
      for (const action of ["paid", "shipped", "refunded", "cancelled"]) {
        expect(await dashboard.post(`${path}/${action}`), `${path}/${action}`).toEqual(nothing);
      }
    }
  });
});

describe("the owner", () => {
  it("marks an order as paid and sent, and gives it back", async () => {
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
      actions: [],
    });
  });

  it("need not say how it was sent", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    expect(await dashboard.post("/orders/1/shipped")).toMatchObject({
      status: 200,
      body: { shipment: { trackingNumber: "", carrier: "", trackingUrl: "" } },
    });
  });

  it("is told what is wrong with a request, and nothing changes", async () => {
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
    ];
    for (const [path, body] of requests) {
      expect(await dashboard.post(`/orders/1${path}`, body), `${path} ${JSON.stringify(body)}`).toEqual({
        status: 400,
        body: { code: "bad_request", message: expect.any(String) },
      });
    }
    expect(dashboard.orders.byId(1)).toEqual(order);
  });

  it("is told that a body is no JSON", async () => {
    const dashboard = await aDashboard();
    await dashboard.order();
    const headers = { Authorization: "Bearer owner" };
    const response = await dashboard.ask("/orders/1/shipped", { method: "POST", headers, body: "{carrier" });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "bad_request", message: "The body has to be a JSON object." },
    ]);
  });
});

describe("money that came by card", () => {
  it("went back just now, also when the processor's own word of that was quicker", async () => {
    const dashboard = await aDashboard({
      refundCard: async ({ id }) => {
        await dashboard.orders.refund(id);
        return { ok: true };
      },
    });
    await paidByCard(dashboard);
    expect((await dashboard.post("/orders/1/refunded")).body).not.toHaveProperty("doneBefore");
  });

  it("goes back through the processor, once for two clicks", async () => {
    const { refunds, refundCard } = aProcessor();
    const dashboard = await aDashboard({ refundCard });
    await paidByCard(dashboard);
    const answers = await Promise.all([dashboard.post("/orders/1/refunded"), dashboard.post("/orders/1/refunded")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(ORDER_MESSAGES.refundUnderWay);
    expect(await dashboard.post("/orders/1/refunded")).toMatchObject({ status: 200, body: { payment: "refunded" } });
    expect(refunds).toEqual([1001]);
  });

  it("stays noted as paid when the processor refuses, in its words", async () => {
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

  it("goes back along with cancelling when the owner says so, and never for what was sent", async () => {
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

  it("is noted as given back when the order was sent meanwhile", async () => {
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

  it("is given back by hand where the processor is not set up any more", async () => {
    const dashboard = await aDashboard();
    await paidByCard(dashboard);
    expect(await dashboard.post("/orders/1/refunded")).toMatchObject({ status: 200, body: { payment: "refunded" } });
  });
});

describe("all orders as CSV", () => {
  it("have a row for each line, with the sums in an order's first", async () => {
    const dashboard = await aDashboard();
    const lines = ["record", "mug"].map((name) => ({ variant: dashboard.variant(name), quantity: 1 }));
    await dashboard.order({ lines, note: "=1+1" });
    await dashboard.order({ email: "+ben@example.com" });
    const response = await dashboard.ask("/orders.csv");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="orders.csv"');
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect(text.startsWith("\ufeffOrder,Placed,Email,Product,")).toBe(true);
    const rows = parse<Record<string, string>>(text, { columns: true, bom: true });
    const columns = ["Order", "Email", "Product", "Unit Price", "Total", "Tax", "Zip", "Note"];
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
      ["1002", "+ben@example.com", "Long Point (LP)", "32.50", "50.29", "5.79", "N7A 1A1", ""],
      ["1001", "ann@example.com", "Long Point (LP)", "32.50", "70.63", "8.13", "N7A 1A1", "'=1+1"],
      ["1001", "ann@example.com", "Harbour mug", "18.00", "", "", "", ""],
    ]);
    expect(dashboard.audited).toEqual([
      { event: "list-exported", client: CLIENT, details: { list: "orders", format: "csv", rows: 3 } },
    ]);
  });

  it("are read only as fast as the file is taken, and one that cannot be read to its end does not look whole", async () => {
    const broken: unknown[] = [];
    const dashboard = await aDashboard({ onError: (error) => broken.push(error) });
    for (let n = 0; n < 51; n += 1)
      await dashboard.order({ lines: [{ variant: dashboard.variant("mug"), quantity: 1 }] });
    const read = vi.spyOn(dashboard.orders, "list");
    const body = (await dashboard.ask("/orders.csv")).body?.getReader();
    const looks = read.mock.calls.length;
    await body?.read();
    await body?.read();
    expect(read.mock.calls.length).toBe(looks + 1);
    read.mockImplementation(() => {
      throw new Error("the disk has gone");
    });
    const rest = async () => {
      while (!(await body?.read())?.done);
    };
    await expect(rest()).rejects.toThrow("the disk has gone");
    expect(broken).toHaveLength(1);
  });

  it("have what a tax return asks for: each tax by itself, where it was taken, and days by the shop's time zone", async () => {
    const taxes = [
      { country: "CA", province: "QC", title: "GST", rateMillionths: 50_000 },
      { country: "CA", province: "QC", title: "QST", rateMillionths: 99_750 },
      { country: "CA", province: "ON", title: "HST", rateMillionths: 130_000 },
    ];
    const dashboard = await aDashboard({}, { settings: { taxes, province: "ON", timeZone: "America/Toronto" } });
    const quebec = {
      firstName: "Ann",
      lastName: "Lake",
      address1: "1 Quai",
      city: "Percé",
      zip: "G0C 2L0",
      country: "CA",
    };
    dashboard.time.now = new Date("2026-01-01T03:30:00Z");
    const paid = await dashboard.order({ address: { ...quebec, province: "Québec" } });
    await dashboard.orders.markPaid(paid.id);
    dashboard.time.now = new Date("2026-04-01T02:00:00Z");
    await dashboard.orders.refund(paid.id);
    await dashboard.order({ delivery: "at-a-show", address: { ...quebec, province: "Québec" } });
    const rows = parse<Record<string, string>>(await (await dashboard.ask("/orders.csv")).text(), {
      columns: true,
      bom: true,
    });
    expect(Object.keys(rows[0] ?? {}).slice(-9)).toEqual([
      "Note",
      "Date",
      "Refunded At",
      "Refunded Date",
      "Tax Country",
      "Tax Province",
      "Tax: GST",
      "Tax: QST",
      "Tax: HST",
    ]);
    expect(rows).toMatchObject([
      {
        Date: "2026-03-31",
        "Refunded At": "",
        "Tax Country": "CA",
        "Tax Province": "ON",
        "Tax: HST": "4.23",
        "Tax: GST": "",
      },
      {
        Date: "2025-12-31",
        "Refunded At": "2026-04-01T02:00:00.000Z",
        "Refunded Date": "2026-03-31",
        Province: "Québec",
        "Tax Province": "QC",
        Tax: "6.67",
        "Tax: GST": "2.23",
        "Tax: QST": "4.44",
        "Tax: HST": "",
      },
    ]);
  });

  it("count as sold what was sold: not what came to nothing, nor what is at the card processor", async () => {
    const dashboard = await aDashboard();
    const cancelled = await dashboard.order();
    await dashboard.orders.cancel(cancelled.id);
    const refunded = await dashboard.order();
    await dashboard.orders.markPaid(refunded.id);
    await dashboard.orders.cancel(refunded.id, true);
    await dashboard.order({ method: "card" });
    const rows = parse<Record<string, string>>(await (await dashboard.ask("/orders.csv")).text(), {
      columns: true,
      bom: true,
    });
    const columns = ["Payment Status", "Unit Price", "Line Total", "Total", "Tax", "Tax: HST", "Refunded"];
    expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
      ["awaiting-card", "32.50", "", "", "", "", "0.00"],
      ["refunded", "32.50", "32.50", "50.29", "5.79", "5.79", "50.29"],
      ["voided", "32.50", "", "", "", "", "0.00"],
    ]);
  });

  it("come whole, however many there are", async () => {
    const dashboard = await aDashboard();
    const mug = [{ variant: dashboard.variant("mug"), quantity: 1 }];
    await Promise.all(Array.from({ length: 201 }, () => dashboard.order({ lines: mug, delivery: "at-a-show" })));
    const rows = parse(await (await dashboard.ask("/orders.csv")).text(), { columns: true, bom: true });
    expect(rows).toHaveLength(201);
  });
});
