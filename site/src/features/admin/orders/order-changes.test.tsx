import { anOrder } from "@porchlight/fixtures/order.ts";
import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { NOW } from "../dashboard/dashboard.case.tsx";
import {
  alerts,
  answerOrders,
  errorResponse,
  type OpenOrders,
  openOrder,
  openOrders,
  paid,
  requestedChanges,
  sheet,
  state,
  sums,
} from "./fake-orders.case.ts";

const buttons = () =>
  [...document.querySelectorAll(".order-actions > .dashboard-buttons button")].map((button) => button.textContent);
const tab = () => screen.getByRole("tab", { name: /^Orders/ }).textContent;

async function choose(opened: OpenOrders, name: string) {
  await opened.user.click(within(sheet()).getByRole("button", { name }));
  return within(screen.getByRole("dialog"));
}

/** Answers changes of orders with `how`, and all other requests as before. */
function answerChanges(opened: OpenOrders, how: () => Response | Promise<Response>): void {
  const answer = answerOrders(opened.fake);
  opened.gateway.instead = (request) => (request.method === "POST" ? how() : answer(request));
}

describe("the owner", () => {
  test("marks an order as paid after a confirmation, with one request", async () => {
    const opened = await openOrder(anOrder());
    const dialog = await choose(opened, "Mark as paid");
    expect(screen.getByRole("dialog", { name: "Has the $50.29 CAD arrived?" })).toBeTruthy();
    await opened.user.dblClick(dialog.getByRole("button", { name: "Mark as paid" }));
    await opened.pass(50);
    expect(requestedChanges(opened)).toEqual([["1/paid", {}]]);
    expect(alerts()).toBe("Order #1001 is marked as paid.");
    expect(state()).toBe("To send");
    expect(buttons()).toEqual(["Mark as sent", "Mark as refunded", "Cancel order"]);
    // The pressed button has disappeared.
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order #1001" }));
  });

  test("changes nothing by leaving the confirmation", async () => {
    const opened = await openOrder(anOrder());
    const dialog = await choose(opened, "Cancel order");
    await opened.user.click(dialog.getByRole("button", { name: "Go back" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(requestedChanges(opened)).toEqual([]);
  });

  test("marks a parcel as sent, with its tracking, and corrects the tracking later", async () => {
    const opened = await openOrder(paid());
    const dialog = await choose(opened, "Mark as sent");
    await opened.user.type(dialog.getByLabelText("Carrier"), "Canada Post");
    await opened.user.type(dialog.getByLabelText("Tracking number"), "LP1");
    await opened.user.type(dialog.getByLabelText("Tracking link"), "post.example/LP1");
    await opened.user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(dialog.getByRole("alert").textContent).toBe("The link has to begin with https:// or http://.");
    expect(document.activeElement).toBe(dialog.getByLabelText("Tracking link"));
    expect(requestedChanges(opened)).toEqual([]);

    await opened.user.clear(dialog.getByLabelText("Tracking link"));
    await opened.user.type(dialog.getByLabelText("Tracking link"), "https://post.example/LP1");
    await opened.user.dblClick(dialog.getByRole("button", { name: "Mark as sent" }));
    await opened.pass(50);
    const tracking = { carrier: "Canada Post", trackingNumber: "LP1", trackingUrl: "https://post.example/LP1" };
    expect(requestedChanges(opened)).toEqual([["1/shipped", tracking]]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(state()).toBe("Sent");
    expect(tab()).toBe("Orders (0)");
    expect(sheet().textContent).toContain("Canada Post, LP1 · Follow the parcel");

    const again = await choose(opened, "Change tracking");
    expect(again.getByLabelText<HTMLInputElement>("Carrier").value).toBe("Canada Post");
    await opened.user.type(again.getByLabelText("Tracking number"), "2");
    await opened.press("Save tracking", again);
    expect(requestedChanges(opened)[1]).toEqual([
      "1/shipped",
      { ...tracking, trackingNumber: "LP12", replaces: tracking },
    ]);
    expect(alerts()).toBe("The tracking of order #1001 is changed.");
  });

  test("adds the link of a download, and corrects the link later", async () => {
    const opened = await openOrder(paid({ delivery: "none", hasDownload: true, addressLines: [] }));
    const dialog = await choose(opened, "Mark as sent");
    expect(screen.getByRole("dialog", { name: "Have you sent order #1001?" })).toBeTruthy();
    expect(dialog.queryByLabelText("Carrier")).toBeNull();
    await opened.user.type(dialog.getByLabelText("Download link"), "javascript:alert(1)");
    await opened.user.click(dialog.getByRole("button", { name: "Mark as sent" }));
    expect(dialog.getByRole("alert").textContent).toBe("The link has to begin with https:// or http://.");
    expect(document.activeElement).toBe(dialog.getByLabelText("Download link"));
    expect(requestedChanges(opened)).toEqual([]);

    await opened.user.clear(dialog.getByLabelText("Download link"));
    await opened.user.type(dialog.getByLabelText("Download link"), "https://files.example/a");
    await opened.press("Mark as sent", dialog);
    const sent = { carrier: "", trackingNumber: "", trackingUrl: "", downloadUrl: "https://files.example/a" };
    expect(requestedChanges(opened)).toEqual([["1/shipped", sent]]);
    const link = within(sheet()).getByRole("link", { name: /^The download’s link/ });
    expect(link.getAttribute("href")).toBe("https://files.example/a");

    const again = await choose(opened, "Change download link");
    await opened.user.type(again.getByLabelText("Download link"), "2");
    await opened.press("Save link", again);
    const corrected = { ...sent, downloadUrl: "https://files.example/a2", replaces: sent };
    expect(requestedChanges(opened)[1]).toEqual(["1/shipped", corrected]);
    expect(alerts()).toBe("The download link of order #1001 is changed.");
  });

  test("does not overwrite the tracking that somebody else stored meanwhile", async () => {
    const opened = await openOrder(paid());
    const dialog = await choose(opened, "Mark as sent");
    const shipment = { shippedAt: NOW.toISOString(), carrier: "", trackingNumber: "CP-777", trackingUrl: "" };
    opened.fake.orders = [paid({ shippedAt: shipment.shippedAt, shipment })];
    await opened.pass(60_000);
    expect(sheet().textContent).toContain("CP-777");
    await opened.press("Mark as sent", dialog);
    expect(requestedChanges(opened)).toEqual([["1/shipped", { carrier: "", trackingNumber: "", trackingUrl: "" }]]);
  });

  test("sees in the history which tracking each email to the buyer had", async () => {
    const tracking = { carrier: "Canada Post", trackingNumber: "CP-777", trackingUrl: "" };
    const at = "2026-03-10T10:00:00.000Z";
    await openOrder(
      paid({
        events: [
          { at, type: "shipped", tracking },
          { at, type: "shipped", tracking: { carrier: "", trackingNumber: "", trackingUrl: "https://post.example/1" } },
          { at, type: "shipped" },
        ],
      }),
    );
    const events = screen.getAllByRole("listitem").map((item) => item.lastElementChild?.textContent);
    expect(events.slice(-3)).toEqual(["Sent: Canada Post, CP-777", "Sent: https://post.example/1", "Sent"]);
  });

  test("sees that the buyer withdrew, with the refund as the next step", async () => {
    const withdrawals = [{ at: "2026-03-10T10:00:00.000Z", name: "Ann Lee", lines: [0] }];
    const of = { withdrawn: "all", withdrawals, actions: ["refunded"], shippedAt: NOW.toISOString() } as const;
    const opened = await openOrder(paid({ ...of, actions: [...of.actions] }));
    expect(state()).toBe("Withdrawn, to refund");
    const section = screen.getByRole("region", { name: "Withdrawal" });
    expect(section.textContent).toContain("by Ann Lee2 × Lake Effect Tee (Ink / M)");
    expect(section.textContent).toContain("Refund what was paid, standard delivery included, within 14 days");
    expect(within(sheet()).getByRole("button", { name: "Mark as refunded" }).className).toContain(
      "dashboard-button-main",
    );
    const dialog = await choose(opened, "Mark as refunded");
    await opened.press("Mark as refunded", dialog);
    expect(state()).toBe("Sent, refunded");
    expect(section.textContent).not.toContain("Refund what was paid");
  });

  test("sees that the buyer withdrew from a part, and that a refund would be for the whole order", async () => {
    const withdrawals = [{ at: "2026-03-10T10:00:00.000Z", name: "Ann Lee", lines: [0] }];
    await openOrder(paid({ withdrawn: "some", withdrawals, events: [{ at: NOW.toISOString(), type: "withdrawn" }] }));
    expect(state()).toBe("To send, partly withdrawn");
    expect(screen.getByText(/in your Stripe dashboard or the way the money came/)).toBeTruthy();
    expect(screen.getAllByRole("listitem").at(-1)?.lastElementChild?.textContent).toBe("The buyer withdrew");
  });

  test("marks a pickup as ready, without tracking", async () => {
    const opened = await openOrder(paid({ delivery: "pickup" }));
    const dialog = await choose(opened, "Mark as ready");
    expect(dialog.queryByLabelText("Carrier")).toBeNull();
    await opened.press("Mark as ready", dialog);
    expect(requestedChanges(opened)).toEqual([["1/shipped", {}]]);
    expect(state()).toBe("Ready");
    expect(buttons()).not.toContain("Mark as ready");
  });

  test("sees before a refund whether the money goes back automatically", async () => {
    const opened = await openOrder(paid());
    const byHand = await choose(opened, "Mark as refunded");
    expect(
      byHand.getByText(/The site cannot send this money. Send the \$50.29 CAD yourself.*\(Interac e-Transfer\)/),
    ).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Have you sent the $50.29 CAD back?" })).toBeTruthy();
    await opened.press("Mark as refunded", byHand);
    expect(alerts()).toBe("Order #1001 is marked as refunded.");
    expect(requestedChanges(opened)).toEqual([["1/refunded", {}]]);
    expect(state()).toBe("Refunded");
    expect(sums().at(-1)).toEqual(["Refunded", "$50.29 CAD"]);
  });

  test("sees that money goes back to a card or a gift card automatically", async () => {
    const giftCards = [{ lastCharacters: "4242", used: 1_000 }];
    const opened = await openOrder(paid({ isRefundedByItself: true, due: 4_029, giftCards }));
    const dialog = await choose(opened, "Refund $40.29 CAD to the card");
    expect(dialog.getByText(/\$40.29 CAD goes back to the buyer’s card/)).toBeTruthy();
    expect(dialog.getByText(/\$10.00 CAD goes back onto the gift card ending in 4242/)).toBeTruthy();
  });

  test("cancels an unpaid order, or a paid order together with its refund", async () => {
    const unpaid = await openOrder(anOrder());
    const first = await choose(unpaid, "Cancel order");
    await unpaid.press("Cancel order", first);
    expect(requestedChanges(unpaid)).toEqual([["1/cancelled", {}]]);
    expect(state()).toBe("Cancelled");
    expect(buttons()).toEqual([]);

    await unpaid.user.click(screen.getByRole("button", { name: "Back to all orders" }));
    document.body.replaceChildren();
    const opened = await openOrder(paid());
    const dialog = await choose(opened, "Cancel order");
    expect(screen.getByRole("dialog", { name: "Cancel order #1001?" })).toBeTruthy();
    await opened.press("Cancel and mark as refunded", dialog);
    expect(requestedChanges(opened)).toEqual([["1/cancelled", { refund: true }]]);
    expect(alerts()).toBe("Order #1001 is cancelled and marked as refunded.");
  });

  test("erases the buyer of a finished order after a confirmation, and reads what stays", async () => {
    const opened = await openOrder(paid({ shippedAt: NOW.toISOString(), actions: ["refunded", "erased"] }));
    const dialog = await choose(opened, "Erase buyer’s data");
    expect(dialog.getByText(/The items and the sums stay for your books/).textContent).not.toContain("gets an email");
    await opened.press("Erase buyer’s data", dialog);
    expect(requestedChanges(opened)).toEqual([["1/erased", {}]]);
    expect(alerts()).toBe("The buyer’s data is erased from order #1001.");
    const buyer = screen.getByRole("region", { name: "Buyer" });
    expect(buyer.textContent).toContain("What was sold and what was paid stay for your books.");
    expect(sheet().textContent).not.toContain(anOrder().email);
  });

  test.each([
    {
      of: { isRefundedByItself: false },
      verb: "Mark as refunded",
      said: /^Order #1001 was marked as refunded already: .*2026.*\. Send the \$50.29 CAD back only once\.$/,
    },
    {
      of: { isRefundedByItself: true },
      verb: "Refund $50.29 CAD to the card",
      said: /^Order #1001 was refunded already: .*2026[^.]*\.$/,
    },
  ])(
    "reads that the order has already been refunded, and that it must not be refunded again by hand: $of",
    async ({ of, verb, said }) => {
      const opened = await openOrder(paid(of));
      const dialog = await choose(opened, verb);
      opened.fake.orders = [paid({ ...of, payment: "refunded", refundedAt: "2026-03-10T09:00:00.000Z", actions: [] })];
      await opened.press(verb, dialog);
      expect(screen.getByRole("alert").textContent).toMatch(said);
      expect(alerts()).toBe("");
      expect(state()).toBe("Refunded");
    },
  );

  test("reads when cancelling that the order has already been refunded and must not be refunded again", async () => {
    const opened = await openOrder(paid());
    const refundedAt = "2026-03-10T09:00:00.000Z";
    const dialog = await choose(opened, "Cancel order");
    opened.fake.orders = [paid({ payment: "refunded", refundedAt, actions: ["cancelled"] })];
    await opened.press("Cancel and mark as refunded", dialog);
    expect(screen.getByRole("alert").textContent).toMatch(
      /^Order #1001 is cancelled\. It was marked as refunded already: .*2026.*Send the \$50.29 CAD back only once/,
    );
    expect(state()).toBe("Cancelled, refunded");
  });

  test("reads that a change has already been made, and that the order must not be refunded again", async () => {
    const at = "2026-03-10T09:00:00.000Z";
    const opened = await openOrder(anOrder());
    const toPay = await choose(opened, "Mark as paid");
    opened.fake.orders = [paid({ paidAt: at })];
    await opened.press("Mark as paid", toPay);
    expect(screen.getByRole("alert").textContent).toMatch(/^Order #1001 was marked as paid already: .*2026[^.]*\.$/);
    const toCancel = await choose(opened, "Cancel order");
    opened.fake.orders = [paid({ payment: "refunded", refundedAt: at, cancelledAt: at, actions: [] })];
    await opened.press("Cancel and mark as refunded", toCancel);
    expect(screen.getByRole("alert").textContent).toMatch(
      /^Order #1001 was cancelled and marked as refunded already: .*2026.*back only once/,
    );
  });

  test("reads why a change was rejected, and sees what has changed elsewhere", async () => {
    const opened = await openOrder(anOrder());
    const dialog = await choose(opened, "Mark as paid");
    // Another window has cancelled the order.
    opened.fake.orders = [anOrder({ cancelledAt: "2026-03-10T11:00:00.000Z", actions: [] })];
    answerChanges(opened, () => errorResponse(409, "This order was cancelled, so no payment is expected for it."));
    await opened.press("Mark as paid", dialog);
    expect(screen.getByRole("alert").textContent).toBe("This order was cancelled, so no payment is expected for it.");
    expect(state()).toBe("Cancelled");
    expect(buttons()).toEqual([]);
  });

  test("does not lose the typed text when the gateway cannot be reached", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const opened = await openOrder(paid());
    const dialog = await choose(opened, "Mark as sent");
    await opened.user.type(dialog.getByLabelText("Tracking number"), "LP1");
    answerChanges(opened, () => Promise.reject(new TypeError("Failed to fetch")));
    await opened.press("Mark as sent", dialog);
    expect(dialog.getByRole("alert").textContent).toContain("That did not work.");
    expect(dialog.getByLabelText<HTMLInputElement>("Tracking number").value).toBe("LP1");
    opened.gateway.instead = answerOrders(opened.fake);
    await opened.press("Mark as sent", dialog);
    expect(state()).toBe("Sent");
  });

  test("has to wait for one change before the next, and reads the result in the list too", async () => {
    const opened = await openOrder(anOrder());
    const { promise, resolve } = Promise.withResolvers<Response>();
    answerChanges(opened, () => promise);
    const dialog = await choose(opened, "Mark as paid");
    await opened.user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    expect(buttons()).toEqual(["Marking…", "Mark as sent", "Cancel order"]);
    await opened.user.click(within(sheet()).getByRole("button", { name: "Cancel order" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await opened.user.click(screen.getByRole("button", { name: "Back to all orders" }));
    resolve(errorResponse(409, "The card payment of this order was given up."));
    await opened.pass(50);
    expect(screen.getByRole("alert").textContent).toBe("Order #1001: The card payment of this order was given up.");
  });

  test("reads which order could not be changed, even while another order is open", async () => {
    const opened = await openOrders([anOrder({ id: 2, number: 1002 }), anOrder()]);
    await opened.press("Open order #1001");
    const { promise, resolve } = Promise.withResolvers<Response>();
    answerChanges(opened, () => promise);
    const dialog = await choose(opened, "Mark as paid");
    await opened.user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    await opened.user.click(screen.getByRole("button", { name: "Back to all orders" }));
    await opened.press("Open order #1002");
    resolve(errorResponse(409, "The card payment of this order was given up."));
    await opened.pass(50);
    expect(screen.getByRole("alert").textContent).toBe("Order #1001: The card payment of this order was given up.");
  });

  test("is led to the login if the session has ended", async () => {
    const opened = await openOrder(anOrder());
    const dialog = await choose(opened, "Mark as paid");
    answerChanges(opened, () => errorResponse(401, "signed out"));
    await opened.press("Mark as paid", dialog);
    expect(opened.session.onRejected).toHaveBeenCalled();
  });
});
