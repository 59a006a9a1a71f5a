import { anOrder } from "@porchlight/fixtures/order.ts";
import { ORDER_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import type { AdminOrder } from "@porchlight/protocol/orders.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openOrder, paid, sums } from "./fake-orders.case.ts";

const OTHER: Partial<AdminOrder> = { paymentTitle: "Card", otherSumPaid: "53.29 CAD", isRefundedByItself: true };
const state = () => document.querySelector(".order-head .order-state")?.textContent;
const payment = () => screen.getByRole("region", { name: "Payment" }).textContent;

test("an order with a wrong payment shows the amount, and what to do", async () => {
  const { user } = await openOrder(anOrder({ ...OTHER, payment: "awaiting-card", actions: ["paid"] }));
  expect(state()).toBe("Another sum was paid");
  expect(payment()).toContain("Card: 53.29 CAD paid, instead of $50.29 CAD");
  expect(payment()).toContain(ORDER_MESSAGES.undecidedOtherSum);
  await user.click(screen.getByRole("button", { name: "Mark as paid" }));
  expect(within(screen.getByRole("dialog")).getByText(/^Take 53.29 CAD as the payment of order #1001\?$/)).toBeTruthy();
});

test("an order with a wrong payment that was accepted shows it, and a refund returns that amount", async () => {
  const { user } = await openOrder(paid(OTHER));
  expect(state()).toBe("To send");
  expect(payment()).toContain("Card: paid, 53.29 CAD instead of $50.29 CAD");
  expect(payment()).not.toContain(ORDER_MESSAGES.undecidedOtherSum);
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(screen.getByRole("dialog").textContent).toContain("53.29 CAD go back to the buyer’s card by themselves");
});

test("a refunded order shows the wrong payment and the gift cards apart", async () => {
  const giftCards = [{ lastCharacters: "4242", used: 1_000 }];
  await openOrder(paid({ ...OTHER, payment: "refunded", totalRefunded: 5_029, due: 4_029, giftCards, actions: [] }));
  expect(sums().slice(-2)).toEqual([
    ["Given back", "53.29 CAD"],
    ["Given back, gift cards", "$10.00 CAD"],
  ]);
});

test("an order whose wrong payment was returned has ended", async () => {
  await openOrder(anOrder({ ...OTHER, payment: "voided", actions: [] }));
  expect(state()).toBe("Paid back");
  expect(payment()).toContain("Card: given back, 53.29 CAD instead of $50.29 CAD");
});
