import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { NOW, openDashboard } from "./dashboard.case.tsx";
import { errorResponse, type FakeGateway } from "./fake-gateway.case.ts";

/** Subscribers in pairs. Both of a pair joined at the same time, so that pages have to distinguish them. */
function aList(length: number): Subscriber[] {
  return Array.from({ length }, (_, at) =>
    aSubscriber({
      id: at + 1,
      email: `fan${String(at + 1).padStart(4, "0")}@example.com`,
      source: at % 10 === 0 ? "import:old" : "website-footer",
      subscribed_at: new Date(NOW.getTime() - Math.ceil((length - at) / 2) * 60_000).toISOString(),
    }),
  );
}

async function openList(rows: Subscriber[], before?: (gateway: FakeGateway) => void) {
  const opened = await openDashboard(rows, before);
  await opened.user.click(screen.getByRole("tab", { name: /^Subscribers/ }));
  await opened.pass(3_000);
  return opened;
}

const table = () => screen.getByRole("table", { name: /^Subscribers/ });
const shown = () => [...table().querySelectorAll(".cell-email > span:first-child")].map((cell) => cell.textContent);
const edges = () => [shown()[0], shown().at(-1), shown().length];
const alerts = () => document.querySelector(".dashboard-alert")?.textContent ?? "";
const count = () => document.querySelector(".list-count")?.textContent;

test("an empty list says so", async () => {
  const { sockets, pass } = await openList([]);
  expect(screen.getByText("No subscribers yet. The list will appear here when people sign up!")).toBeTruthy();
  sockets.insert(aSubscriber({ id: 1, email: "first@example.com", subscribed_at: NOW.toISOString() }));
  await pass(0);
  expect(shown()).toEqual(["first@example.com"]);
});

test("pages lead through all subscribers, each once, in both directions", async () => {
  const { user, pass } = await openList(aList(123));
  const go = async (name: string) => {
    await user.click(screen.getByRole("button", { name }));
    await pass(50);
    return shown();
  };
  const seen = [...shown(), ...(await go("Older")), ...(await go("Older"))];
  expect(seen).toEqual(
    aList(123)
      .map(({ email }) => email)
      .toReversed(),
  );
  expect(screen.getByRole("button", { name: "Older" }).getAttribute("aria-disabled")).toBe("true");

  expect(await go("Newer")).toEqual(seen.slice(50, 100));
  expect(await go("Newer")).toEqual(seen.slice(0, 50));
  expect(await go("Oldest")).toEqual(seen.slice(-50));
  expect(await go("Newest")).toEqual(seen.slice(0, 50));
});

test("both headings sort the list and show the direction", async () => {
  const { press } = await openList(aList(60));
  expect(screen.getByRole("columnheader", { name: "Subscribed" }).getAttribute("aria-sort")).toBe("descending");
  await press("Subscribed");
  expect(edges()).toEqual(["fan0001@example.com", "fan0050@example.com", 50]);
  await press("Email");
  expect(screen.getByRole("columnheader", { name: "Email" }).getAttribute("aria-sort")).toBe("ascending");
  await press("Last");
  expect(edges()).toEqual(["fan0011@example.com", "fan0060@example.com", 50]);
});

test("filters reduce the list, show the number of matches, and can be cleared", async () => {
  const { user, pass, gateway } = await openList([
    ...aList(60),
    aSubscriber({ id: 90, email: "100%_sure@example.com", subscribed_at: "2025-01-15T23:59:59Z" }),
  ]);
  const search = screen.getByLabelText("Search addresses");
  const before = gateway.requests.length;
  await user.type(search, "%_sure");
  expect(gateway.requests.length).toBe(before);
  await pass(400);
  expect(count()).toBe("1 subscriber matches");
  expect(shown()).toEqual(["100%_sure@example.com"]);

  await user.clear(search);
  await user.type(search, "ex");
  await pass(400);
  expect(count()).toBe("0 subscribers match");
  expect(screen.getByText("No subscriber matches these filters.")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await pass(400);
  expect(document.activeElement).toBe(search);
  expect(count()).toBe("61 subscribers");

  await user.selectOptions(screen.getByLabelText("Source"), "import:old");
  await pass(100);
  expect(count()).toBe("6 subscribers match");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await user.type(screen.getByLabelText("From"), "2025-01-15");
  await user.type(screen.getByLabelText("To"), "2025-01-15");
  await pass(100);
  expect(count()).toBe("1 subscriber matches");
});

test("the status filter works across pages and with a search", async () => {
  const unsubscribed = aList(60).map((row) => ({ ...row, status: "unsubscribed" as const }));
  const { user, pass, gateway, sockets, press } = await openList([...unsubscribed, aSubscriber({ id: 90 })]);
  expect(count()).toBe("61 subscribers, 60 of them have left");

  await user.selectOptions(screen.getByLabelText("Status"), "Unsubscribed");
  await pass(100);
  expect(count()).toBe("60 subscribers match");
  await press("Older");
  expect(edges()).toEqual(["fan0010@example.com", "fan0001@example.com", 10]);
  await user.type(screen.getByLabelText("Search addresses"), "fan000");
  await pass(400);
  expect(count()).toBe("9 subscribers match");

  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await user.selectOptions(screen.getByLabelText("Status"), "Active");
  await pass(100);
  expect(count()).toBe("1 subscriber matches");
  const back = aSubscriber({ id: 60, email: "fan0060@example.com", subscribed_at: NOW.toISOString() });
  gateway.rows = gateway.rows.map((row) => (row.id === back.id ? back : row));
  sockets.update(back);
  await pass(2_000);
  expect(shown()).toContain("fan0060@example.com");
  expect(count()).toBe("2 subscribers match");
});

test("a search starts even while sign-ups arrive", async () => {
  const { user, pass, sockets } = await openList(aList(3));
  await user.type(screen.getByLabelText("Search addresses"), "fan0002");
  for (const id of [101, 102, 103]) {
    sockets.insert(aSubscriber({ id, email: `new${id}@example.com` }));
    await pass(100);
  }
  expect(shown()).toEqual(["fan0002@example.com"]);
});

test("the rows stay while the next page loads", async () => {
  const { gateway, pass, press } = await openList(aList(60));
  const { promise, resolve } = Promise.withResolvers<void>();
  gateway.instead = ({ query }) => (query.has("or") ? promise.then(() => errorResponse(400, "PGRST100")) : undefined);
  await press("Older");
  expect(table().getAttribute("aria-busy")).toBe("true");
  expect(shown()).toHaveLength(50);
  vi.mocked(console.warn).mockImplementation(() => {});
  resolve();
  await pass(50);
  expect(screen.getByText("The list could not be loaded.")).toBeTruthy();
  gateway.instead = undefined;
  await press("Try Again");
  expect(shown()).toHaveLength(10);
});

describe("removing", () => {
  const ask = async (email: string, opened: Awaited<ReturnType<typeof openList>>) => {
    await opened.user.click(screen.getByRole("button", { name: `Remove ${email}` }));
    return within(screen.getByRole("dialog", { name: `Are you sure you want to remove ${email}?` }));
  };

  test("asks first, and Cancel removes nobody", async () => {
    const opened = await openList(aList(3));
    const dialog = await ask("fan0002@example.com", opened);
    expect(dialog.getByText(/deleted at once.*fingerprint.*no import brings it back/)).toBeTruthy();
    await opened.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(opened.gateway.rows).toHaveLength(3);
    expect(opened.gateway.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  test("sends the address in lower case, as the list stores it", async () => {
    const opened = await openList([aSubscriber({ id: 1, email: "Ann@Example.com" })]);
    const dialog = await ask("Ann@Example.com", opened);
    await opened.press("Remove", dialog);
    const [removal] = opened.gateway.requests.filter(({ method }) => method === "DELETE");
    expect(removal?.query.get("email")).toBe("eq.ann@example.com");
  });

  test("removes the address, says so, and reloads the list", async () => {
    const opened = await openList(aList(3));
    const dialog = await ask("fan0002@example.com", opened);
    await opened.user.dblClick(dialog.getByRole("button", { name: "Remove" }));
    // The gateway sends the event to this window too, but the row is not counted twice.
    opened.sockets.remove(2);
    await opened.pass(50);
    expect(alerts()).toBe("Subscriber removed successfully");
    expect(shown()).toEqual(["fan0003@example.com", "fan0001@example.com"]);
    expect(screen.getByRole("tab", { name: "Subscribers (2)" })).toBeTruthy();
    const removals = opened.gateway.requests.filter(({ method }) => method === "DELETE");
    expect(removals.map(({ query }) => query.get("email"))).toEqual(["eq.fan0002@example.com"]);
    await opened.pass(5_000);
    expect(alerts()).toBe("");
  });

  test("of a subscriber who is already removed succeeds", async () => {
    const opened = await openList(aList(3));
    const dialog = await ask("fan0002@example.com", opened);
    opened.gateway.rows = opened.gateway.rows.filter(({ id }) => id !== 2);
    await opened.press("Remove", dialog);
    expect(alerts()).toBe("Subscriber removed successfully");
    expect(shown()).toHaveLength(2);
  });

  test("that fails says so, and the row stays", async () => {
    vi.mocked(console.warn).mockImplementation(() => {});
    const opened = await openList(aList(3));
    opened.gateway.instead = ({ method }) => (method === "DELETE" ? errorResponse(500, "XX000") : undefined);
    const dialog = await ask("fan0002@example.com", opened);
    await opened.press("Remove", dialog);
    expect(alerts()).toBe("Failed to unsubscribe. Please try again.");
    expect(shown()).toHaveLength(3);
    // The list is reloaded, because the row may have been removed after all.
    opened.gateway.rows = opened.gateway.rows.filter(({ email }) => email !== "fan0003@example.com");
    const again = await ask("fan0002@example.com", opened);
    await opened.press("Remove", again);
    expect(shown()).toHaveLength(2);
    await opened.pass(5_000);
    expect(alerts()).toBe("");
  });
});

test("the hint of a short search has reserved space, and describes the search only while it applies", async () => {
  const { user } = await openList(aList(3));
  const hint = screen.getByText(/^Only beginnings match so far/);
  const search = screen.getByLabelText("Search addresses");
  const state = () => [hint.isConnected, hint.dataset.shown, search.getAttribute("aria-describedby")];
  expect(state()).toEqual([true, "false", null]);
  await user.type(search, "fa");
  expect(state()).toEqual([true, "true", hint.id]);
  await user.type(search, "n0001");
  expect(state()).toEqual([true, "false", null]);
});
