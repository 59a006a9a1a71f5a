import { anOrder } from "@porchlight/fixtures/order.ts";
import { act, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { openDashboard } from "../dashboard/dashboard.case.tsx";
import { answerOrders, openOrders } from "./fake-orders.case.ts";

/** Opens an address of the dashboard of a shop with these orders. */
async function openAt(address: string, ids: number[]) {
  history.replaceState(null, "", address);
  const fake = { orders: ids.map((id) => anOrder({ id })), pageLength: 50 };
  return openDashboard([], (gateway) => {
    gateway.instead = answerOrders(fake);
  });
}

const selected = () => screen.getByRole("tab", { selected: true }).textContent;
const back = () => screen.getByRole("button", { name: "Back to all orders" });

test("the address of an order opens it, with the focus on its number", async () => {
  await openAt("/?order=1002#/admin", [3, 2, 1]);
  expect(selected()).toBe("Orders (3)");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order #1002" }));
  expect(screen.getByRole("heading", { name: "Items" })).toBeTruthy();
});

test("Back to all orders opens the list, and the address no longer names the order", async () => {
  const goBack = vi.spyOn(history, "back");
  const { user, pass } = await openAt("/?order=1002#/admin", [3, 2, 1]);
  await user.click(back());
  await pass(50);
  // The list was not the previous page in the browser's history.
  expect(goBack).not.toHaveBeenCalled();
  expect(screen.getAllByRole("button", { name: /^Open order/ })).toHaveLength(3);
  expect(location.search + location.hash).toBe("#/admin");
});

test("an unknown order number is reported, without a warning", async () => {
  const { user, pass } = await openAt("/?order=4711#/admin", [1]);
  expect(screen.getByRole("heading", { name: "Order #4711" })).toBeTruthy();
  expect(screen.getByText("There is no such order.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try Again" })).toBeNull();
  await user.click(back());
  await pass(50);
  expect(screen.getByRole("button", { name: "Open order #1001" })).toBeTruthy();
});

test("an unknown order number is also reported before the first order, and with a hosted store", async () => {
  history.replaceState(null, "", "/?order=1004#/admin");
  const { user, pass } = await openDashboard([]);
  expect(screen.getByText("There is no such order.")).toBeTruthy();
  await user.click(back());
  await pass(50);
  expect(screen.getByText("No orders yet.")).toBeTruthy();
});

test.each(["/?order=#/admin", "/?order=abc#/admin", "/?order=1e3#/admin", "/?order=1000#/admin"])(
  "%s does not request an order",
  async (address) => {
    const { gateway } = await openAt(address, [1]);
    expect(selected()).toBe("Overview");
    expect(gateway.requests.filter(({ path }) => /orders\/\d/.test(path))).toEqual([]);
  },
);

describe("an order that is opened in the list", () => {
  const openButton = () => screen.getByRole("button", { name: "Open order #1007" });

  /** Opens the order from the second page of a filtered list. */
  async function openFromList() {
    history.replaceState({ entry: "e1" }, "", "/#/admin");
    const opened = await openOrders(
      [9, 8, 7].map((id) => anOrder({ id })),
      2,
    );
    const { user, pass, press } = opened;
    await user.selectOptions(screen.getByLabelText("Status"), "Open");
    await pass(50);
    await press("Older");
    const entries = history.length;
    scrollTo(0, 300);
    await user.click(openButton());
    await pass(50);
    return { ...opened, added: history.length - entries };
  }

  /** Simulates a step in the history, because the test environment has none. */
  async function arriveAt(address: string, state: object) {
    history.replaceState(state, "", address);
    await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  }

  test("has its own address and history entry, so that a reload shows it again", async () => {
    const { added } = await openFromList();
    expect([location.search + location.hash, added]).toEqual(["?order=1007#/admin", 1]);
    // The entry has the same id as the list's entry, and thus the same scroll position.
    expect(history.state).toMatchObject({ entry: "e1" });
  });

  test("is closed by going back and reopened by going forward, and the list is as before", async () => {
    const { pass } = await openFromList();
    const { state } = history;
    scrollTo(0, 0);
    await arriveAt("/#/admin", { entry: "e1" });
    await pass(50);
    expect(screen.queryByRole("heading", { name: "Order #1007" })).toBeNull();
    expect(document.activeElement).toBe(openButton());
    expect(scrollY).toBe(300);
    expect(screen.getAllByRole("button", { name: /^Open order/ })).toHaveLength(1);
    expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("open");

    await arriveAt("/?order=1007#/admin", state);
    await pass(50);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Order #1007" }));
  });

  test("is closed by its button, which goes back in the history", async () => {
    const goBack = vi.spyOn(history, "back").mockImplementation(() => {});
    const { user, pass } = await openFromList();
    await user.click(back());
    await pass(50);
    expect(goBack).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(openButton());
  });
});
