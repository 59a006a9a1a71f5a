import { anOrder } from "@porchlight/fixtures/order.ts";
import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { NOW } from "../dashboard/dashboard.case.tsx";
import { answerOrders, errorResponse, openOrder, openOrders, sheet, state, sums } from "./fake-orders.case.ts";

describe("an order", () => {
  test("opens with all its details and gets the focus", async () => {
    await openOrder(
      anOrder({ giftCards: [{ lastCharacters: "4242", used: 1_000 }], due: 4_029, phone: "519 555 0100" }),
    );
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order #1001" }));
    expect(state()).toBe("Unpaid");
    const text = sheet().textContent;
    for (const part of [
      "2 × Lake Effect Tee (Ink / M)",
      "SKU HL-TEE-M · $18.00 each · $3.50 off",
      "The buyer wrote:\nGift: yes",
      "PORCH took $3.50 off.",
      "ann@example.com",
      "519 555 0100",
      "Interac e-Transfer: not paid yet",
      "1 Pier Road\nGoderich ON N7A 1A1",
      "Please wrap it.",
    ]) {
      expect(text).toContain(part);
    }
    expect(sums()).toEqual([
      ["Subtotal", "$32.50"],
      ["Parcel", "$12.00"],
      ["HST 13%", "$5.79"],
      ["Total", "$50.29 CAD"],
      ["Gift card ending in 4242", "\u2212$10.00"],
      ["Due after gift cards", "$40.29 CAD"],
    ]);
    const page = within(sheet()).getByRole("link", { name: /^The page that the buyer sees/ });
    expect(page.getAttribute("href")).toBe("/checkout/orders/1?key=secret");
  });

  test("that expired unpaid long ago says that its items and its buyer were removed", async () => {
    const removed = { lines: [], email: "", name: "", quantity: 0, addressLines: [], note: null, attributes: [] };
    await openOrder(anOrder({ ...removed, payment: "voided", cancelledAt: NOW.toISOString(), actions: [] }));
    expect(sheet().textContent).toContain(
      "This order ended unpaid more than 30 days ago. Its items and its buyer were removed.",
    );
    expect(document.querySelector('[href^="mailto:"]')).toBe(null);
  });

  test("whose card payment was of a wrong sum and was refunded has ended, and shows that sum", async () => {
    const other = { paymentTitle: "Card", otherSumPaid: "53.29 CAD", payment: "voided" } as const;
    await openOrder(anOrder({ ...other, actions: [] }));
    expect(state()).toBe("Paid back");
    expect(sheet().textContent).toContain("Card: refunded, $53.29 CAD instead of $50.29 CAD");
  });

  test("leads back to its place in the list", async () => {
    const { user, press } = await openOrders([anOrder({ id: 2 }), anOrder()]);
    await press("Open order #1001");
    await user.click(screen.getByRole("button", { name: "Back to all orders" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open order #1001" }));
  });

  test("has an address, as on a parcel, that can be copied", async () => {
    const opened = await openOrder(anOrder());
    await opened.press("Copy address");
    const copied = navigator.clipboard.readText();
    await opened.pass(10);
    expect(await copied).toBe("Ann Lake\n1 Pier Road\nGoderich ON N7A 1A1\nCanada");
    expect(screen.getByText("Copied")).toBeTruthy();
  });

  test("for pickup shows the buyer's name, but no address", async () => {
    await openOrder(anOrder({ delivery: "pickup", deliveryTitle: "At a show", addressLines: [], name: "Ann Lee" }));
    expect(screen.getByRole("region", { name: "Buyer" }).textContent).toContain("Ann Lee");
    expect(screen.getByRole("region", { name: "Delivery" }).textContent).toBe("DeliveryAt a show");
    expect(screen.queryByRole("button", { name: "Copy address" })).toBeNull();
  });

  test("has its address selected if the browser does not allow copying", async () => {
    const opened = await openOrder(anOrder());
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await opened.press("Copy address");
    expect(screen.getByText(/The address is selected/)).toBeTruthy();
    expect(getSelection()?.toString()).toContain("1 Pier Road");
  });

  test("that cannot be loaded is reported and can be reloaded", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const opened = await openOrders([anOrder()]);
    opened.gateway.instead = (request) =>
      request.path === "/admin/api/orders/1" ? errorResponse(500, "broken") : answerOrders(opened.fake)(request);
    await opened.user.click(screen.getByRole("button", { name: "Open order #1001" }));
    await opened.pass(2_000);
    expect(screen.getByText(/This order could not be loaded/)).toBeTruthy();
    opened.gateway.instead = answerOrders(opened.fake);
    await opened.press("Try Again");
    expect(state()).toBe("Unpaid");
  });
});
