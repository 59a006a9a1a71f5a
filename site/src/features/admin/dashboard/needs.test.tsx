import { anOrder } from "@porchlight/fixtures/order.ts";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerOrders, type FakeOrders, paid } from "../orders/fake-orders.case.ts";
import { openDashboard } from "./dashboard.case.tsx";

async function openWith(orders: FakeOrders["orders"]) {
  return await openDashboard([], (gateway) => {
    gateway.instead = answerOrders({ orders, pageLength: 50 });
  });
}

const needs = () => screen.queryByRole("region", { name: "What needs you" });

test("the overview begins with the orders that wait for the owner, and leads to them", async () => {
  const { user } = await openWith([paid({ id: 3 }), paid({ id: 2 }), anOrder()]);
  const overview = screen.getByRole("tabpanel", { name: "Overview" });
  expect(within(overview).getAllByRole("heading")[0]?.textContent).toBe("What needs you");
  const shown = within(needs() ?? overview);
  expect(shown.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "2 orders to pack",
    "1 order waits for payment",
  ]);
  await user.click(shown.getByRole("button", { name: "2 orders to pack" }));
  expect(document.activeElement?.textContent).toContain("Orders (3)");
  const panel = within(screen.getByRole("tabpanel", { name: /^Orders/ }));
  expect(panel.getByRole("combobox", { name: "Status" })).toHaveProperty("value", "to-send");
});

test("an order from which the buyer withdrew is to be refunded, and a button opens the list of such orders", async () => {
  const { user } = await openWith([paid({ shippedAt: "2026-03-01T12:00:00.000Z", withdrawn: "all" })]);
  await user.click(screen.getByRole("button", { name: "1 withdrawn order to refund" }));
  expect(screen.getByRole("combobox", { name: "Status" })).toHaveProperty("value", "to-refund");
});

test("files that cannot be used and emails that wait need the owner too, with or without orders", async () => {
  await openDashboard([], (gateway) => {
    gateway.problems = [{ sentence: "store/products.yaml, line 4: must be a price.", shown: "before" }];
    gateway.mail = { isSent: false, waiting: 2 };
  });
  // The list of files is a chunk of its own.
  expect(await screen.findByText(/line 4: must be a price\. The site shows what it was before\./)).toBeTruthy();
  expect(needs()?.textContent).toContain("2 emails are in the outbox folder.");
  expect(needs()?.textContent).not.toContain("No order waits for you.");
});

test("before the first order nothing of the shop is shown", async () => {
  await openWith([]);
  expect(needs()).toBeNull();
  expect(screen.queryByText("Takings")).toBeNull();
});

test("what was paid this month is beside the numbers of the list", async () => {
  await openWith([anOrder({ cancelledAt: "2026-03-01T12:00:00.000Z", actions: [] })]);
  expect(needs()?.textContent).toContain("No order waits for you.");
  const figure = screen.getByText("Takings").parentElement;
  expect(figure?.textContent).toBe("Takings$1,204.00this month, from 12 orders");
});
