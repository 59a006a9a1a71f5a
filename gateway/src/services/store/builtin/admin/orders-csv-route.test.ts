import { parse } from "csv-parse/sync";
import { describe, expect, it, vi } from "vitest";
import { aDashboard, CLIENT } from "./admin-dashboard.case.ts";

describe("all orders as CSV", () => {
  it("have a row for each line, and the sums in the first row of each order", async () => {
    const dashboard = await aDashboard();
    const lines = ["record", "mug"].map((name) => ({ variant: dashboard.variant(name), quantity: 1 }));
    await dashboard.order({ lines, note: "=1+1" });
    await dashboard.order({ email: "+ben@example.com" });
    const response = await dashboard.request("/orders.csv");
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

  it("are read only as fast as the client downloads them, and a failed download ends with an error", async () => {
    const errors: unknown[] = [];
    const dashboard = await aDashboard({ onError: (error) => errors.push(error) });
    for (let n = 0; n < 51; n += 1)
      await dashboard.order({ lines: [{ variant: dashboard.variant("mug"), quantity: 1 }] });
    const read = vi.spyOn(dashboard.orders, "list");
    const body = (await dashboard.request("/orders.csv")).body?.getReader();
    const readsBefore = read.mock.calls.length;
    await body?.read();
    await body?.read();
    expect(read.mock.calls.length).toBe(readsBefore + 1);
    read.mockImplementation(() => {
      throw new Error("the disk failed");
    });
    const rest = async () => {
      while (!(await body?.read())?.done);
    };
    await expect(rest()).rejects.toThrow("the disk failed");
    expect(errors).toHaveLength(1);
  });

  it("have the data for a tax return: a column for each tax, its place, and days in the shop's time zone", async () => {
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
    const rows = parse<Record<string, string>>(await (await dashboard.request("/orders.csv")).text(), {
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

  it("have no amounts for orders that ended unpaid or wait for their card payment", async () => {
    const dashboard = await aDashboard();
    const cancelled = await dashboard.order();
    await dashboard.orders.cancel(cancelled.id);
    const refunded = await dashboard.order();
    await dashboard.orders.markPaid(refunded.id);
    await dashboard.orders.cancel(refunded.id, true);
    await dashboard.order({ method: "card" });
    const rows = parse<Record<string, string>>(await (await dashboard.request("/orders.csv")).text(), {
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

  it("are complete, however many there are", async () => {
    const dashboard = await aDashboard();
    const mug = [{ variant: dashboard.variant("mug"), quantity: 1 }];
    await Promise.all(Array.from({ length: 201 }, () => dashboard.order({ lines: mug, delivery: "at-a-show" })));
    const rows = parse(await (await dashboard.request("/orders.csv")).text(), { columns: true, bom: true });
    expect(rows).toHaveLength(201);
  });
});
