import type { DemoState } from "@porchlight/protocol/demo.ts";
import type { Session } from "@supabase/auth-js";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openAuth } from "../../../api/auth.ts";
import { openDashboard } from "../dashboard/dashboard.case.tsx";
import type { FakeGateway } from "../dashboard/fake-gateway.case.ts";
import { aFactor, aSession } from "../fake-gateway.case.ts";
// The dashboard fetches it later. Here it is there at once, because the tests stop the time.
import "./first-steps.tsx";

const NEW: DemoState = {
  isWhole: true,
  isPublic: false,
  isShipped: true,
  files: [],
  shared: [],
  own: { name: false, colour: false, pictures: false, links: false, story: false, releases: false, shows: false },
};
const DONE: DemoState = { ...NEW, isWhole: false, isPublic: true, isShipped: false, own: { name: true, story: true } };

let count = 0;
afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

/** Opens the dashboard of an owner whose account is in this session. */
function openAs(session: Session, demo: DemoState, more: Partial<FakeGateway> = {}) {
  count += 1;
  const key = `first-steps-${count}`;
  sessionStorage.setItem(key, JSON.stringify(session));
  return openDashboard(
    [],
    (gateway) => {
      Object.assign(gateway, { demo, mail: { isSent: false, waiting: 0 }, ...more });
      gateway.instead = ({ path, method, body }) =>
        path === "/auth/v1/user" && method === "PUT"
          ? Response.json({ ...session.user, user_metadata: (body as { data: object }).data })
          : undefined;
    },
    () => openAuth(key),
  );
}

const list = () => screen.queryByRole("region", { name: "First steps" });
const steps = () =>
  within(screen.getByRole("region", { name: "First steps" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector(".first-step-name")?.textContent);

test("a new owner sees what to do next, without what a provider serves", async () => {
  await openAs(aSession(), NEW);
  expect(steps()).toEqual([
    "Make this site yours",
    "Your name",
    "Your colour",
    "Three pictures",
    "Your pages elsewhere",
    "Your story",
    "A release",
    "A show",
    "A second step",
    "Mail",
    "Your domain",
  ]);
});

test("finished steps are ticked automatically", async () => {
  const { gateway, press } = await openAs(aSession({ factors: [aFactor()] }), NEW);
  expect(steps()).toContain("Done: A second step");
  gateway.demo = { ...NEW, isShipped: false, own: { ...NEW.own, name: true } };
  await press("Refresh Data");
  expect(steps().filter((step) => step?.startsWith("Done"))).toEqual([
    "Done: Make this site yours",
    "Done: Your name",
    "Done: A second step",
  ]);
});

test("a step leads to its form, and one of Settings to its section", async () => {
  const { press, user, pass } = await openAs(aSession(), { ...NEW, isShipped: false });
  await press(/^Your colour/);
  expect(location.search).toBe("?website=look");
  expect(screen.getByRole("tab", { name: "Website" }).getAttribute("aria-selected")).toBe("true");
  await user.click(screen.getByRole("tab", { name: "Overview" }));
  await pass(50);
  await press(/^A second step/);
  expect(document.activeElement?.textContent).toBe("Second Step");
});

test("hidden steps stay hidden in every browser", async () => {
  const { press, gateway } = await openAs(aSession(), NEW);
  await press("Hide these steps");
  expect(list()).toBeNull();
  const stored = gateway.requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(stored).toMatchObject([{ data: { first_steps: "ended" } }]);
  expect(document.activeElement?.getAttribute("role")).toBe("tabpanel");
});

test("if hiding fails, the steps stay, and a message says so", async () => {
  const { press, gateway } = await openAs(aSession(), NEW);
  gateway.instead = ({ method }) => (method === "PUT" ? Response.json({ code: "no" }, { status: 400 }) : undefined);
  const warn = console.warn;
  const warned: unknown[] = [];
  console.warn = (first: unknown) => warned.push(first);
  await press("Hide these steps");
  console.warn = warn;
  expect(warned).toEqual(["The first steps could not be hidden"]);
  expect(list()).not.toBeNull();
  expect(screen.getByText("The first steps could not be hidden. Please try again.")).toBeTruthy();
});

test("once all steps are done, the list does not come back", async () => {
  const factors = [aFactor()];
  const { gateway } = await openAs(aSession({ factors, aal: "aal2" }), DONE, { mail: { isSent: true, waiting: 0 } });
  expect(list()).toBeNull();
  expect(gateway.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
  // A step that is undone later does not bring the list back.
  const ended = aSession({ factors, aal: "aal2" });
  ended.user.user_metadata = { first_steps: "ended" };
  await openAs(ended, { ...DONE, own: { name: true, story: false } });
  expect(list()).toBeNull();
});
