import { anOrder } from "@porchlight/fixtures/order.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openOrder, paid } from "./fake-orders.case.ts";

describe("without a mail server", () => {
  const NOBODY_GETS_IT =
    "No mail server is set up, so nobody gets an email. It becomes a file in the outbox folder: open it there with a mail program and send it to the buyer yourself.";

  async function openWithoutMail(order: AdminOrder) {
    const opened = await openOrder(order);
    opened.gateway.mail = { isSent: false, waiting: 3 };
    // The dashboard fetches the mail status every minute.
    await opened.pass(60_000);
    return opened;
  }

  test("no confirmation says that the buyer gets an email", async () => {
    const { user } = await openWithoutMail(anOrder());
    await user.click(screen.getByRole("button", { name: "Mark as paid" }));
    expect(screen.getByRole("dialog").textContent).toContain(NOBODY_GETS_IT);
    expect(screen.getByRole("dialog").textContent).not.toContain("The buyer gets an email.");
  });

  test("the form for tracking does not say that the buyer gets an email", async () => {
    const { user } = await openWithoutMail(paid());
    await user.click(screen.getByRole("button", { name: "Mark as sent" }));
    expect(screen.getByRole("dialog").textContent).toContain(NOBODY_GETS_IT);
    expect(screen.getByRole("dialog").textContent).not.toContain("The buyer gets an email.");
  });
});

test("an unpaid order shows until when it is held", async () => {
  await openOrder(anOrder({ heldUntil: "2026-03-18T12:00:00.000Z" }));
  expect(screen.getByText(/not paid yet, held until Mar 18, 2026/)).toBeTruthy();
});

test("an order that was not paid in time says so, and its history shows the reminder", async () => {
  await openOrder(
    anOrder({
      payment: "voided",
      cancelledAt: "2026-03-09T12:00:00.000Z",
      cancelReason: "unpaid",
      events: [
        { at: "2026-03-07T12:00:00.000Z", type: "reminded" },
        { at: "2026-03-09T12:00:00.000Z", type: "expired" },
      ],
    }),
  );
  expect(screen.getByText("Not paid in time")).toBeTruthy();
  expect(screen.getByText("Buyer reminded to pay")).toBeTruthy();
  expect(screen.getByText("Ended, because it was not paid in time")).toBeTruthy();
});
