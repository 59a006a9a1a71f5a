import { anOrder } from "@porchlight/fixtures/order.ts";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDashboard } from "../dashboard/dashboard.case.tsx";
import { answerOrders, openOrders } from "./fake-orders.case.ts";

/** Opens the dashboard of a shop with these orders, at an address. */
async function openAt(address: string, ids: number[]) {
  history.replaceState(null, "", address);
  const fake = { orders: ids.map((id) => anOrder({ id })), pageLength: 50 };
  return openDashboard([], (gateway) => {
    gateway.instead = answerOrders(fake);
  });
}

const selected = () => screen.getByRole("tab", { selected: true }).textContent;
const back = () => screen.getByRole("button", { name: "Back to all orders" });

test("the address of an order opens the desk at it, with the focus on its number", async () => {
  await openAt("/?order=1002#/admin", [3, 2, 1]);
  expect(selected()).toBe("Orders (3)");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order #1002" }));
  expect(screen.getByRole("heading", { name: "Items" })).toBeTruthy();
});

test("from there all orders are reached, and the address is the desk's own again", async () => {
  const { user, pass } = await openAt("/?order=1002#/admin", [3, 2, 1]);
  await user.click(back());
  await pass(50);
  expect(screen.getAllByRole("button", { name: /^Open order/ })).toHaveLength(3);
  expect(location.search + location.hash).toBe("#/admin");
});

test("a number that no order has is said so, without a warning", async () => {
  const { user, pass } = await openAt("/?order=4711#/admin", [1]);
  expect(screen.getByRole("heading", { name: "Order #4711" })).toBeTruthy();
  expect(screen.getByText("There is no such order.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  await user.click(back());
  await pass(50);
  expect(screen.getByRole("button", { name: "Open order #1001" })).toBeTruthy();
});

test("so it is where nothing was sold yet, and where a hosted store keeps the orders", async () => {
  history.replaceState(null, "", "/?order=1004#/admin");
  const { user, pass } = await openDashboard([]);
  expect(screen.getByText("There is no such order.")).toBeTruthy();
  await user.click(back());
  await pass(50);
  expect(screen.getByText("No orders yet.")).toBeTruthy();
});

test.each(["/?order=#/admin", "/?order=abc#/admin", "/?order=1e3#/admin", "/?order=1000#/admin"])(
  "%s asks for no order",
  async (address) => {
    const { gateway } = await openAt(address, [1]);
    expect(selected()).toBe("Overview");
    expect(gateway.asked.filter(({ path }) => /orders\/\d/.test(path))).toEqual([]);
  },
);

test("an order that is opened in the list has its address in the address line, so that a reload shows it again", async () => {
  history.replaceState({ entry: "e1" }, "", "/#/admin");
  const { user, pass } = await openOrders([anOrder({ id: 7 })]);
  await user.click(screen.getByRole("button", { name: "Open order #1007" }));
  await pass(50);
  expect(location.search + location.hash).toBe("?order=1007#/admin");
  expect(history.state).toEqual({ entry: "e1" });
});
