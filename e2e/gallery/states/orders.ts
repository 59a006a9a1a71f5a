import type { Page } from "@playwright/test";
import { anOrder as anyOrder } from "@porchlight/fixtures/order.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder, OrderList, OrdersSummary } from "@porchlight/protocol/orders.ts";
import { openSignedIn } from "../../support/owner.ts";
import { expect } from "../../support/test.ts";
import { routeMailStatus } from "../dashboard-history.ts";
import type { Screen, State } from "../state.ts";

/** An order of the demo's shop. */
function anOrder(id: number, overrides: Partial<AdminOrder> = {}): AdminOrder {
  const order = anyOrder({ id });
  return {
    ...order,
    name: "Ann O’Neill-Łuka",
    lines: order.lines.map((line) => ({
      ...line,
      title: "Lake Effect tee",
      variantTitle: "M / Ink",
      sku: "HL-TEE-LE-INK-M",
    })),
    deliveryTitle: "Tracked parcel",
    addressLines: ["Ann O’Neill-Łuka", "12 Pier Road", "Port Dover ON N0A 1N1", "Canada"],
    note: "Happy birthday to Ben!",
    ...overrides,
  };
}

const ORDERS = [
  anOrder(6),
  anOrder(5, { payment: "paid", delivery: "pickup", name: "", email: "cleo@example.com", total: 2_400, quantity: 1 }),
  anOrder(4, { payment: "paid", shippedAt: "2026-03-10T10:00:00.000Z", name: "Ben Lake" }),
  anOrder(3, {
    email: `${"long".repeat(12)}@${"mail.".repeat(9)}example`,
    name: "Wilhelmina Featherstonehaugh-Cholmondeley",
  }),
  anOrder(2, { payment: "refunded", totalRefunded: 5_029 }),
  anOrder(1, { payment: "voided", cancelledAt: "2026-03-10T10:00:00.000Z" }),
];

/** The shop in numbers. */
export const SUMMARY: OrdersSummary = {
  any: true,
  open: 3,
  unpaid: 1,
  toSend: 2,
  toRefund: 1,
  takings: { amount: 120_400, currency: "CAD", orders: 12 },
  lowStock: [
    { title: "Osier Harbour cap", left: 0 },
    { title: "Lake Effect tee (S / Ink)", left: 2 },
  ],
};

/** Opens the dashboard's tab Orders with these orders. */
async function openOrders(page: Page, listed = ORDERS): Promise<void> {
  const list: OrderList = { orders: listed, total: listed.length, next: null };
  await page.route("**/admin/api/orders/summary", (route) => route.fulfill({ json: SUMMARY }));
  await page.route(/\/admin\/api\/orders(\?|$)/, (route) => route.fulfill({ json: list }));
  await routeMailStatus(page);
  await openSignedIn(page);
  await page.getByRole("tab", { name: /^Orders/ }).click();
}

async function openOrder(page: Page, overrides: Partial<AdminOrder> = {}): Promise<void> {
  await openOrders(page);
  await page.route("**/admin/api/orders/6", (route) => route.fulfill({ json: anOrder(6, overrides) }));
  await page.getByRole("button", { name: "Open order #1006" }).click();
  await expect(page.getByText("12 Pier Road")).toBeVisible();
}

/** An order and the dialog that one of its buttons opens. */
const dialogOf = (name: string, button: string, overrides: Partial<AdminOrder> = {}): State => ({
  name,
  async arrange({ page }) {
    await openOrder(page, overrides);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
});

/** The owner's orders. */
export const DASHBOARD_ORDERS: Screen = {
  name: "Admin, orders",
  states: [
    {
      name: "all",
      async arrange({ page }) {
        await openOrders(page);
        await expect(page.getByRole("button", { name: "Open order #1001" })).toBeVisible();
      },
    },
    {
      name: "none that match",
      async arrange({ page }) {
        await openOrders(page, []);
        await page.getByRole("searchbox").or(page.getByRole("textbox")).first().fill("xy");
        await expect(page.getByText(/No order/)).toBeVisible();
      },
    },
    { name: "one", arrange: ({ page }) => openOrder(page) },
    {
      name: "one that is held for its payment",
      async arrange({ page }) {
        await openOrder(page, { payment: "pending", paidAt: null, heldUntil: "2026-03-18T04:00:00.000Z" });
        await expect(page.getByText(/held until/)).toBeVisible();
      },
    },
    {
      name: "one whose emails wait",
      async arrange({ page }) {
        await openOrder(page, {
          unsentEmails: [
            { to: "buyer", isGivenUp: false, reason: "EAUTH" },
            { to: "buyer", isGivenUp: true, reason: "550" },
          ],
        });
        await expect(page.getByRole("button", { name: "Go to the check-up" })).toBeVisible();
      },
    },
    {
      name: "an unknown number",
      async arrange({ page }) {
        await openOrders(page);
        await page.route("**/admin/api/orders/99", (route) =>
          route.fulfill({ status: 404, json: { code: "not_found", message: "" } }),
        );
        await page.goto("/admin?order=1099");
        await expect(page.getByText(ORDER_MESSAGES.noSuchOrder)).toBeVisible();
      },
    },
    {
      name: "one that was withdrawn from",
      async arrange({ page }) {
        await openOrder(page, {
          payment: "paid",
          shippedAt: "2026-03-10T10:00:00.000Z",
          shipment: { shippedAt: "2026-03-10T10:00:00.000Z", carrier: "", trackingNumber: "", trackingUrl: "" },
          withdrawn: "all",
          withdrawals: [{ at: "2026-03-12T10:00:00.000Z", name: "Ann O’Neill-Łuka", lines: [0] }],
          actions: ["shipped", "refunded"],
        });
        await expect(page.getByText(ORDER_MESSAGES.withdrawnAll)).toBeVisible();
      },
    },
    dialogOf("marking as paid", "Mark as paid"),
    dialogOf("sending", "Mark as sent"),
    dialogOf("sending a parcel with a download", "Mark as sent", { hasDownload: true }),
    dialogOf("sending a download", "Mark as sent", { hasDownload: true, delivery: "none" }),
    dialogOf("cancelling", "Cancel order"),
    dialogOf("refunding", "Mark as refunded", { payment: "paid", actions: ["shipped", "refunded", "cancelled"] }),
    dialogOf("refunding a card", "Refund $50.29 CAD to the card", {
      payment: "paid",
      isRefundedByItself: true,
      actions: ["shipped", "refunded", "cancelled"],
    }),
    dialogOf("erasing the buyer", "Erase buyer’s data", { payment: "paid", actions: ["refunded", "erased"] }),
  ],
};
