import { anOrder } from "@porchlight/fixtures/order.ts";
import { act, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { openDashboard } from "../dashboard/dashboard.case.tsx";
import { answerOrders, errorResponse, type FakeOrders, openOrders, paid } from "./fake-orders.case.ts";

const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
const table = () => screen.getByRole("table", { name: /^Orders/ });
const numbers = () =>
  within(table())
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
const count = () => document.querySelector(".list-count")?.textContent;

/** A number of orders, the newest first. */
const someOrders = (length: number) => Array.from({ length }, (_, at) => anOrder({ id: length - at }));

async function setVisibility(state: "hidden" | "visible") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  await act(async () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

describe("the tab", () => {
  test("appears with the first order, without a reload", async () => {
    const fake: FakeOrders = { orders: [], pageLength: 50 };
    const { pass } = await openDashboard([], (gateway) => {
      gateway.instead = answerOrders(fake);
    });
    expect(tabs()).toEqual(["Overview", "Subscribers (0)", "Newsletters", "Website", "Settings"]);
    fake.orders = [paid()];
    await pass(60_000);
    expect(tabs()).toEqual(["Overview", "Subscribers (0)", "Orders (1)", "Newsletters", "Website", "Settings"]);
  });

  test("also appears after Refresh Data", async () => {
    const fake: FakeOrders = { orders: [], pageLength: 50 };
    const { press } = await openDashboard([], (gateway) => {
      gateway.instead = answerOrders(fake);
    });
    fake.orders = [anOrder({ cancelledAt: "2026-03-09T11:00:00.000Z" })];
    await press("Refresh Data");
    expect(tabs()).toContain("Orders (0)");
  });

  test("does not appear with a hosted store", async () => {
    const { press } = await openDashboard([]);
    expect(tabs()).toHaveLength(5);
    await press("Refresh Data");
    expect(screen.getByText("Everything is up to date.")).toBeTruthy();
  });

  test("fetches no orders while the page is hidden, and fetches them at once when it is visible again", async () => {
    const { gateway, pass } = await openOrders([anOrder()]);
    const countRequests = () => gateway.requests.filter(({ path }) => path.startsWith("/admin/api/orders")).length;
    await setVisibility("hidden");
    const before = countRequests();
    await pass(10 * 60_000);
    expect(countRequests()).toBe(before);
    await setVisibility("visible");
    await pass(50);
    expect(countRequests()).toBeGreaterThan(before);
  });
});

describe("the list", () => {
  test("shows what the owner needs to know about each order", async () => {
    await openOrders([
      anOrder({ id: 5, payment: "awaiting-card" }),
      paid({ id: 4, delivery: "pickup", quantity: 1, total: 1_000 }),
      paid({ id: 3, shippedAt: "2026-03-10T10:00:00.000Z" }),
      anOrder({ id: 2, payment: "refunded", cancelledAt: "2026-03-10T10:00:00.000Z", name: "" }),
      anOrder(),
    ]);
    const rows = within(table()).getAllByRole("row").slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
    expect(cells.map(([number, , ...rest]) => [number, ...rest])).toEqual([
      ["#1005", "Ann Lakeann@example.com", "2 items", "Card payment under way", "$50.29 CAD"],
      ["#1004", "Ann Lakeann@example.com", "1 item", "To make ready", "$10.00 CAD"],
      ["#1003", "Ann Lakeann@example.com", "2 items", "Sent", "$50.29 CAD"],
      ["#1002", "ann@example.com", "2 items", "Cancelled, refunded", "$50.29 CAD"],
      ["#1001", "Ann Lakeann@example.com", "2 items", "Unpaid", "$50.29 CAD"],
    ]);
    expect(rows[0]?.querySelector("time")?.dateTime).toBe("2026-03-09T10:00:00.000Z");
    expect(count()).toBe("5 orders");
  });

  test("shows a new order automatically", async () => {
    const { fake, pass } = await openOrders([anOrder()]);
    fake.orders = [anOrder({ id: 2 }), ...fake.orders];
    await pass(60_000);
    expect(numbers()).toEqual(["#1002", "#1001"]);
    expect(tabs()).toContain("Orders (2)");
  });

  test("can be filtered by status and search, and shows the number of matches", async () => {
    const { user, gateway, pass } = await openOrders([
      anOrder({ id: 3, email: "ben@example.com", name: "Ben" }),
      paid({ id: 2 }),
      anOrder(),
    ]);
    await user.selectOptions(screen.getByLabelText("Status"), "To send or make ready");
    await pass(50);
    expect(numbers()).toEqual(["#1002"]);
    expect(count()).toBe("1 order matches");

    const search = screen.getByLabelText("Search orders");
    const before = gateway.requests.length;
    await user.type(search, "ben");
    expect(gateway.requests.length).toBe(before);
    await pass(300);
    expect(screen.getByText("No orders match.")).toBeTruthy();
    expect(count()).toBe("0 orders match");

    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await pass(300);
    expect(document.activeElement).toBe(search);
    expect(numbers()).toHaveLength(3);
    await user.type(search, "#1003");
    await pass(300);
    expect(numbers()).toEqual(["#1003"]);
  });

  test("has pages with each order once, in both directions", async () => {
    const { user, pass, press } = await openOrders(someOrders(5), 2);
    const go = async (name: string) => {
      await user.dblClick(screen.getByRole("button", { name }));
      await pass(50);
      return numbers();
    };
    expect(numbers()).toEqual(["#1005", "#1004"]);
    expect(screen.getByRole("button", { name: "Newer" }).getAttribute("aria-disabled")).toBe("true");
    expect(await go("Older")).toEqual(["#1003", "#1002"]);
    expect(await go("Older")).toEqual(["#1001"]);
    expect(screen.getByRole("button", { name: "Older" }).getAttribute("aria-disabled")).toBe("true");
    await press("Newer");
    expect(numbers()).toEqual(["#1003", "#1002"]);
    expect(await go("Newest")).toEqual(["#1005", "#1004"]);
  });

  test("goes back a page if the last order of a page disappears", async () => {
    const { fake, pass, press } = await openOrders(someOrders(3), 2);
    await press("Older");
    expect(numbers()).toEqual(["#1001"]);
    fake.orders = fake.orders.slice(0, 2);
    await pass(60_000);
    expect(numbers()).toEqual(["#1003", "#1002"]);
  });

  test("that cannot be loaded is reported and can be reloaded", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const { user, gateway, fake, pass, press } = await openOrders([anOrder()]);
    gateway.instead = (request) =>
      request.path === "/admin/api/orders" ? errorResponse(500, "broken") : answerOrders(fake)(request);
    await user.selectOptions(screen.getByLabelText("Status"), "Open");
    await pass(2_000);
    expect(screen.getByText("The orders could not be loaded.")).toBeTruthy();
    gateway.instead = answerOrders(fake);
    await press("Try Again");
    expect(numbers()).toEqual(["#1001"]);
  });

  test("leads to the login if the session has ended", async () => {
    const { gateway, session, pass } = await openOrders([anOrder()]);
    gateway.instead = () => errorResponse(401, "signed out");
    await pass(60_000);
    expect(session.onRejected).toHaveBeenCalled();
  });
});

describe("the file", () => {
  function watchDownloads() {
    const saved: { name: string; blob: Blob }[] = [];
    let made: Blob | undefined;
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      if (blob instanceof Blob) made = blob;
      return "blob:file";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      if (made) saved.push({ name: this.download, blob: made });
    });
    return saved;
  }

  test("of all orders is saved under the gateway's name, once", async () => {
    const { user, gateway, pass } = await openOrders([anOrder()]);
    const saved = watchDownloads();
    await user.dblClick(screen.getByRole("button", { name: "Download CSV" }));
    await pass(50);
    expect(screen.getByText("The file is saved by your browser.")).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(["orders.csv"]);
    expect(await saved[0]?.blob.text()).toBe("Order\r\n1001\r\n");
    const requests = gateway.requests.filter(({ path }) => path === "/admin/api/orders.csv");
    expect(requests.map(({ token }) => token)).toEqual(["Bearer token"]);
  });

  test("has a note while it is being created, and if that fails", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const { user, gateway, fake, pass } = await openOrders([anOrder()]);
    const saved = watchDownloads();
    const { promise, resolve } = Promise.withResolvers<Response>();
    gateway.instead = (request) => (request.path.endsWith(".csv") ? promise : answerOrders(fake)(request));
    const button = screen.getByRole("button", { name: "Download CSV" });
    await user.click(button);
    expect(screen.getByText("The file is being made…")).toBeTruthy();
    expect(button.getAttribute("aria-disabled")).toBe("true");
    resolve(errorResponse(503, "busy"));
    await pass(50);
    expect(screen.getByText("The file could not be made. Please try again.")).toBeTruthy();
    expect(button.getAttribute("aria-disabled")).toBeNull();
    expect(saved).toEqual([]);
  });
});
