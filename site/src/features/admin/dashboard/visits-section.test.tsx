import type { VisitReport } from "@porchlight/protocol/analytics.ts";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NOW, openDashboard } from "./dashboard.case.tsx";

/** Thirty days that end now; only the last two have views. */
function someVisits(overrides: Partial<VisitReport> = {}): VisitReport {
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: new Date(NOW.getTime() - (29 - at) * 86_400_000).toISOString().slice(0, 10),
    pageViews: at === 29 ? 1_200 : at === 28 ? 34 : 0,
  }));
  return {
    days,
    screens: [
      { path: "/music", pageViews: 1_100 },
      { path: "/", pageViews: 100 },
      { path: "other", pageViews: 30 },
      { path: "/added-by-a-newer-release", pageViews: 4 },
    ],
    slides: [{ album: "Lake Effect", changes: 12 }],
    ...overrides,
  };
}

const visits = () => within(screen.getByRole("region", { name: "Visits" }));
const listed = (name: string) =>
  within(visits().getByRole("list", { name }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);
const errorWith = (status: number) => Response.json({ code: "rejected", message: "Rejected." }, { status });

test("the section shows the sum of visits, today's number, and lists by screen and by album", async () => {
  await openDashboard([], (gateway) => {
    gateway.visits = someVisits();
  });
  expect(visits().getByText("1,234")).toBeTruthy();
  expect(visits().getByText(/^On Mar 10, 2026/).textContent).toBe("On Mar 10, 2026 1,200");
  expect(listed("Most seen")).toEqual([
    "Music 1,100",
    "Home 100",
    "Addresses without a page 30",
    "/added-by-a-newer-release 4",
  ]);
  expect(listed("Moved to in the carousel")).toEqual(["Lake Effect 12"]);
});

test("a table also shows the visits, the latest day first, including days without visits", async () => {
  await openDashboard([], (gateway) => {
    gateway.visits = someVisits();
  });
  const rows = visits().getAllByRole("row", { hidden: true });
  expect(rows).toHaveLength(31);
  expect(rows.slice(0, 4).map((row) => row.textContent)).toEqual([
    "DayPage views",
    "Mar 10, 20261,200",
    "Mar 9, 202634",
    "Mar 8, 20260",
  ]);
});

test("if nobody has moved the carousel, the section says so", async () => {
  await openDashboard([], (gateway) => {
    gateway.visits = someVisits({ slides: [] });
  });
  expect(visits().getByText("Nobody has moved the carousel yet.")).toBeTruthy();
});

test("without visits, the section says so and explains what is counted", async () => {
  await openDashboard([]);
  expect(visits().getByText("No visits counted yet.")).toBeTruthy();
  expect(visits().getByText(/without cookies or anything else about a person/)).toBeTruthy();
  expect(visits().queryByRole("table", { hidden: true })).toBeNull();
});

test("the rest of the overview does not wait for the visits", async () => {
  let answer = (_: Response) => {};
  const { pass } = await openDashboard([], (gateway) => {
    gateway.visits = someVisits();
    gateway.instead = ({ path }) =>
      path === "/admin/api/visits" ? new Promise((resolve) => (answer = resolve)) : undefined;
  });
  expect(visits().getByText("Loading...")).toBeTruthy();
  expect(screen.getByText("Total Subscribers").nextElementSibling?.textContent).toBe("0");
  answer(Response.json(someVisits()));
  await pass(100);
  expect(visits().queryByText("Loading...")).toBeNull();
  expect(visits().getByText("1,234")).toBeTruthy();
});

test("visits that cannot be loaded are reported and can be reloaded", async () => {
  vi.mocked(console.warn).mockImplementation(() => {});
  const { user, gateway, pass } = await openDashboard([], (before) => {
    before.visits = someVisits();
    before.instead = ({ path }) => (path === "/admin/api/visits" ? errorWith(500) : undefined);
  });
  expect(visits().getByRole("alert").textContent).toContain("The visits could not be loaded.");
  gateway.instead = undefined;
  await user.click(visits().getByRole("button", { name: "Try Again" }));
  await pass(100);
  expect(visits().getByText("1,234")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Visits" }));
});

test("with a hosted analytics service, the section says where the numbers are", async () => {
  await openDashboard([], (gateway) => {
    gateway.instead = ({ path }) => (path === "/admin/api/visits" ? errorWith(404) : undefined);
  });
  expect(visits().getByText(/a hosted analytics service counts them/)).toBeTruthy();
  expect(visits().queryByText(/Counted by day/)).toBeNull();
});
