import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";

const PRICE = {
  sentence: "store/products.yaml, line 4 (products 1, price): must be a price.",
  shown: "before",
} as const;
const PICTURE = { sentence: "1 file is no picture that can be read: images/n1.jpg.", shown: "nothing" } as const;

const told = () =>
  within(screen.getByRole("tabpanel", { name: "Overview" }))
    .queryAllByRole("listitem")
    .map((item) => item.textContent)
    .filter((text) => text?.includes("The site"));

test("a file that cannot be used is told on the first page, above the numbers, with what is shown instead", async () => {
  await openDashboard([], (gateway) => {
    gateway.problems = [PRICE, PICTURE];
  });
  expect(told()).toEqual([
    `${PRICE.sentence} The site shows what it was before.`,
    `${PICTURE.sentence} The site leaves it out.`,
  ]);
  const region = screen.getByRole("button", { name: "Go to the check-up" }).closest('[role="status"]');
  const figures = screen.getByText("Total Subscribers");
  expect(region?.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("the way to the check-up leads to its heading in Settings", async () => {
  const { user, pass } = await openDashboard([], (gateway) => {
    gateway.problems = [PRICE];
  });
  await user.click(screen.getByRole("button", { name: "Go to the check-up" }));
  await pass(0);
  expect(screen.getByRole("tab", { name: "Settings" }).getAttribute("aria-selected")).toBe("true");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Check-up" }));
});

test("it comes and goes by itself within a minute, and at once with Refresh Data", async () => {
  const { user, gateway, pass } = await openDashboard([]);
  expect(told()).toEqual([]);
  gateway.problems = [PRICE];
  await pass(60_000);
  expect(told()).toHaveLength(1);
  gateway.problems = [];
  await user.click(screen.getByRole("button", { name: "Refresh Data" }));
  await pass(100);
  expect(told()).toEqual([]);
});

test("it is asked for once with the page, and then no more often than the orders are", async () => {
  const { gateway, pass } = await openDashboard([]);
  const asked = (path: string) => gateway.asked.filter((one) => one.path === `/admin/api/${path}`).length;
  expect(asked("content")).toBe(1);
  await pass(5 * 60_000);
  expect(asked("orders/summary")).toBeGreaterThan(4);
  expect(asked("content")).toBe(asked("orders/summary"));
});
