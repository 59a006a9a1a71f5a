import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openDashboard } from "./dashboard.case.tsx";
// The dashboard imports this code later. Importing it here means that it takes no time then.
import "./content-problems.tsx";

const PRICE = {
  sentence: "store/products.yaml, line 4 (products 1, price): must be a price.",
  shown: "before",
} as const;
const PICTURE = { sentence: "1 file is no picture that can be read: images/n1.jpg.", shown: "nothing" } as const;

const listed = () =>
  within(screen.getByRole("tabpanel", { name: "Overview" }))
    .queryAllByRole("listitem")
    .map((item) => item.textContent)
    .filter((text) => text?.includes("The site"));

test("an invalid file is listed on the first page above the numbers, with what the site shows instead", async () => {
  await openDashboard([], (gateway) => {
    gateway.problems = [PRICE, PICTURE];
  });
  expect(listed()).toEqual([
    `${PRICE.sentence} The site shows what it was before.Open Products`,
    `${PICTURE.sentence} The site leaves it out.Open Website`,
  ]);
  const region = screen.getByRole("button", { name: "Open Products" }).closest('[role="status"]');
  const figures = screen.getByText("Total Subscribers");
  expect(region?.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  [PRICE, "Open Products", "products"],
  [PICTURE, "Open Website", "start"],
])("a problem leads to the form of its file, if the file has one: %o", async (problem, name, area) => {
  onTestFinished(() => history.replaceState(null, "", "/"));
  const { user } = await openDashboard([], (gateway) => {
    gateway.problems = [problem];
  });
  await user.click(screen.getByRole("button", { name }));
  expect(screen.getByRole("tab", { name: "Website" }).getAttribute("aria-selected")).toBe("true");
  expect(location.search).toBe(`?website=${area}`);
});

test("the list updates itself every minute, and at once with Refresh Data", async () => {
  const { gateway, pass, press } = await openDashboard([]);
  expect(listed()).toEqual([]);
  gateway.problems = [PRICE];
  await pass(60_000);
  expect(listed()).toHaveLength(1);
  gateway.problems = [];
  await press("Refresh Data");
  expect(listed()).toEqual([]);
});

test("the list is fetched when the page opens, and then as often as the orders", async () => {
  const { gateway, pass } = await openDashboard([]);
  const requested = (path: string) => gateway.requests.filter((one) => one.path === `/admin/api/${path}`).length;
  expect(requested("content")).toBe(1);
  await pass(5 * 60_000);
  expect(requested("orders/summary")).toBeGreaterThan(4);
  expect(requested("content")).toBe(requested("orders/summary"));
});

test("the progress of pictures is shown and updates itself every few seconds until all are ready", async () => {
  const { gateway, pass } = await openDashboard([], (gateway) => {
    gateway.preparing = { prepared: 5, all: 23 };
  });
  const progress = () => screen.queryByText(/^Pictures are being prepared/)?.textContent;
  expect(progress()).toBe(
    "Pictures are being prepared for every size of screen: 5 of 23 are ready. Of the others the site shows previews until then.",
  );
  gateway.preparing = { prepared: 22, all: 23 };
  await pass(3_000);
  expect(progress()).toContain(": 22 of 23 are ready.");
  delete gateway.preparing;
  await pass(3_000);
  expect(progress()).toBeUndefined();
});
