import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { NOW, openDashboard } from "./dashboard.case.tsx";
import { errorResponse } from "./fake-gateway.case.ts";

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString();

/** Subscribers. The newest joined an hour ago, and each of the others one day earlier. */
function aList(length: number): Subscriber[] {
  return Array.from({ length }, (_, at) =>
    aSubscriber({ id: length - at, email: `fan${length - at}@example.com`, subscribed_at: daysAgo(at + 1 / 24) }),
  );
}

const figure = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
const besideFigure = (term: string) => screen.getByText(term).nextElementSibling?.nextElementSibling?.textContent;
const alerts = () => document.querySelector(".dashboard-alert")?.textContent ?? "";
const expectWarnings = () => vi.mocked(console.warn).mockImplementation(() => {});

describe("the overview", () => {
  test("shows the numbers, the share of the last week, and the five latest", async () => {
    await openDashboard(aList(40));
    expect(figure("Total Subscribers")).toBe("40");
    expect(figure("This Week")).toBe("7");
    expect(figure("This Month")).toBe("30");
    expect(figure("Growth Rate")).toBe("+18%");
    expect(screen.getByRole("tab", { name: "Subscribers (40)" })).toBeTruthy();
    const recent = screen.getByRole("region", { name: "Recent Subscribers" });
    expect(within(recent).getAllByRole("listitem")).toHaveLength(5);
    expect(within(recent).getByText("fan40@example.com")).toBeTruthy();
  });

  test("counts active and unsubscribed fans separately", async () => {
    const { gateway, sockets, pass } = await openDashboard([
      ...aList(40).slice(1),
      aSubscriber({ id: 40, email: "gone@example.com", status: "unsubscribed", subscribed_at: daysAgo(1 / 24) }),
    ]);
    const beside = () => besideFigure("Total Subscribers");
    expect(figure("Total Subscribers")).toBe("40");
    expect(beside()).toBe("39 active, 1 has left");
    const recent = within(screen.getByRole("region", { name: "Recent Subscribers" })).getAllByRole("listitem");
    expect(recent.map((row) => row.textContent?.includes("unsubscribed"))).toEqual([true, false, false, false, false]);

    await pass(3_000);
    const fan = gateway.rows.find(({ id }) => id === 39);
    if (!fan) throw new Error("The list has no active subscriber");
    fan.status = "unsubscribed";
    sockets.update(fan);
    await pass(2_000);
    expect(beside()).toBe("38 active, 2 have left");
    // After a removal, neither number counts the subscriber.
    gateway.rows = gateway.rows.filter(({ id }) => id !== 39);
    sockets.remove(39);
    await pass(0);
    expect(beside()).toBe("38 active, 1 has left");
  });

  test("says that all fans are active if none has unsubscribed", async () => {
    await openDashboard(aList(2));
    expect(besideFigure("Total Subscribers")).toBe("on the list now");
  });

  test("leads to all subscribers and moves the focus there", async () => {
    const { press } = await openDashboard(aList(2));
    await press("View All Subscribers");
    const tab = screen.getByRole("tab", { name: "Subscribers (2)" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    expect(document.activeElement).toBe(tab);
  });

  test("of an empty list shows zeros, and says that nobody has joined this week", async () => {
    await openDashboard([]);
    expect(figure("Total Subscribers")).toBe("0");
    expect(figure("Growth Rate")).toBe("0%");
    expect(screen.getByText("No new subscribers this week.")).toBeTruthy();
  });

  test("of a list without recent sign-ups shows a growth of +0%", async () => {
    await openDashboard([aSubscriber({ subscribed_at: daysAgo(90) })]);
    expect(figure("Growth Rate")).toBe("+0%");
    expect(screen.getByText("No new subscribers this week.")).toBeTruthy();
  });

  test("shows the growth as a table too, including days without a sign-up", async () => {
    await openDashboard([
      aSubscriber({ id: 1, subscribed_at: daysAgo(8) }),
      aSubscriber({ id: 2, subscribed_at: daysAgo(1) }),
    ]);
    const rows = within(screen.getByRole("region", { name: "Growth" })).getAllByRole("row", { hidden: true });
    expect(rows.map((row) => row.textContent)).toEqual([
      "DayNewTotal",
      "Mar 10, 202602",
      "Mar 9, 202612",
      "Mar 8, 202601",
      "Mar 7, 202601",
      "Mar 6, 202601",
      "Mar 5, 202601",
      "Mar 4, 202601",
      "Mar 3, 202601",
      "Mar 2, 202611",
    ]);
  });

  test("that cannot be loaded shows no number, says so, and can be reloaded", async () => {
    expectWarnings();
    const { user, gateway, pass } = await openDashboard(aList(3), (before) => {
      before.instead = ({ path }) => (path.startsWith("/rest") ? errorResponse(500, "XX000") : undefined);
    });
    expect(figure("Total Subscribers")).toBe("–");
    expect(screen.getByRole("tab", { name: "Subscribers (–)" })).toBeTruthy();
    expect(vi.mocked(console.warn).mock.calls[0]?.[0]).toBe("The dashboard could not load something");
    const note = screen.getByText("The numbers could not be loaded. What you see may be empty or out of date.");
    gateway.instead = undefined;
    await user.click(within(note.parentElement ?? document.body).getByRole("button", { name: "Try Again" }));
    await pass(100);
    expect(figure("Total Subscribers")).toBe("3");
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    // The button disappears, but the focus stays near it.
    expect(document.activeElement).toBe(screen.getByRole("tabpanel", { name: "Overview" }));
  });

  test("updates the numbers of the last seven days as time passes", async () => {
    const { pass } = await openDashboard([aSubscriber({ subscribed_at: daysAgo(6.999) })]);
    expect(figure("This Week")).toBe("1");
    await pass(6 * 60_000 + 2_000);
    expect(figure("This Week")).toBe("0");
  });
});

describe("live updates", () => {
  test("show a sign-up at once, in the numbers too, without a request in the next ten seconds", async () => {
    const { user, gateway, sockets, pass } = await openDashboard(aList(3));
    await user.click(screen.getByRole("tab", { name: "Subscribers (3)" }));
    await pass(3_000);
    expect(screen.getByText("Live")).toBeTruthy();
    expect(sockets.token()).toBe("token");
    const before = gateway.requests.length;

    const row = aSubscriber({ id: 4, email: "new@example.com", subscribed_at: NOW.toISOString() });
    gateway.rows.push(row);
    sockets.insert(row);
    await pass(0);
    expect(screen.getByRole("tab", { name: "Subscribers (4)" })).toBeTruthy();
    expect(figure("This Week")).toBe("4");
    expect(screen.getAllByRole("row").map((each) => each.textContent)[1]).toContain("new@example.com");
    await pass(10_000);
    expect(gateway.requests.length).toBe(before);
  });

  test("show a removal elsewhere at once, and many removals cause only a few requests", async () => {
    const { gateway, sockets, pass } = await openDashboard(aList(300));
    await pass(3_000);
    const before = gateway.requests.length;
    for (let id = 1; id <= 200; id += 1) {
      gateway.rows = gateway.rows.filter((row) => row.id !== id);
      sockets.remove(id);
      await pass(10);
    }
    expect(figure("Total Subscribers")).toBe("100");
    await pass(2_000);
    expect(figure("This Month")).toBe("30");
    // In eight seconds, the numbers are fetched every 1.5 seconds, with six requests each time.
    expect(gateway.requests.length - before).toBeLessThanOrEqual(6 * 6);
  });

  test("show within a moment that a fan unsubscribes or comes back", async () => {
    const { user, gateway, sockets, pass } = await openDashboard(aList(3));
    await user.click(screen.getByRole("tab", { name: "Subscribers (3)" }));
    await pass(3_000);
    const change = (row: Subscriber) => {
      gateway.rows = gateway.rows.map((known) => (known.id === row.id ? row : known));
      sockets.update(row);
    };
    const fan = aSubscriber({
      id: 3,
      email: "fan0003@example.com",
      status: "unsubscribed",
      subscribed_at: "2026-01-05T00:00:00Z",
    });
    change(fan);
    await pass(2_000);
    expect(screen.getByText("unsubscribed")).toBeTruthy();
    expect(figure("This Week")).toBe("2");

    change({ ...fan, status: "active", subscribed_at: NOW.toISOString() });
    await pass(2_000);
    expect(screen.queryByText("unsubscribed")).toBeNull();
    expect(figure("This Week")).toBe("3");
  });

  test("reconnect automatically after a lost connection, and fetch what was missed", async () => {
    const { gateway, sockets, pass } = await openDashboard(aList(3));
    await pass(3_000);
    sockets.cut();
    await pass(2_000);
    expect(screen.getByText("Reconnecting…")).toBeTruthy();
    gateway.rows.push(aSubscriber({ id: 9, email: "meanwhile@example.com", subscribed_at: NOW.toISOString() }));
    sockets.restore();
    await pass(15_000);
    expect(screen.getByText("Live")).toBeTruthy();
    expect(figure("Total Subscribers")).toBe("4");
    expect(screen.getByText("meanwhile@example.com")).toBeTruthy();
  });

  test("are not called live while the browser has no network", async () => {
    const { pass } = await openDashboard(aList(3));
    await pass(3_000);
    expect(screen.getByText("Live")).toBeTruthy();
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    fireEvent(window, new Event("offline"));
    expect(screen.getByText("Reconnecting…")).toBeTruthy();
    onLine.mockRestore();
    fireEvent(window, new Event("online"));
    expect(screen.getByText("Live")).toBeTruthy();
  });

  test("retry a lost connection after 1, 2 and 5 seconds, then every 10 seconds", async () => {
    // The pauses are random. This is their mean.
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { sockets } = await openDashboard([]);
    const before = sockets.opened();
    sockets.cut();
    for (const [tries, seconds] of [1, 2, 5, 10, 10, 10].entries()) {
      await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000 - 1));
      expect(sockets.opened() - before).toBe(tries);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(sockets.opened() - before).toBe(tries + 1);
    }
  });
});

describe("signing out", () => {
  test("asks first; Cancel changes nothing, and Logout signs out", async () => {
    const { user, session } = await openDashboard([]);
    await user.click(screen.getByRole("button", { name: "Logout" }));
    await user.click(
      within(screen.getByRole("dialog", { name: "Are you sure you want to logout?" })).getByRole("button", {
        name: "Cancel",
      }),
    );
    expect(session.signOut).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Logout" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Logout" }));
    expect(session.signOut).toHaveBeenCalledTimes(1);
  });

  test("a token that the gateway rejects leads to the login", async () => {
    const { session } = await openDashboard(aList(3), (before) => {
      before.instead = ({ path }) => (path.startsWith("/rest") ? errorResponse(401, "PGRST301") : undefined);
    });
    expect(session.onRejected).toHaveBeenCalled();
  });
});

describe("settings", () => {
  test("show how the list is stored, and since when", async () => {
    const { user, pass } = await openDashboard([aSubscriber({ subscribed_at: "2026-01-02T03:04:00Z" })]);
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await pass(100);
    expect(figure("Storage method")).toBe("SQLite data file");
    expect(figure("Created")).toContain("Jan 2, 2026");
    expect(figure("Last updated")).toContain("Jan 2, 2026");
  });

  test("begin with the owner's way in and the check-up, and fold what is technical", async () => {
    const { user, pass } = await openDashboard([]);
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await pass(100);
    const panel = screen.getByRole("tabpanel", { name: "Settings" });
    const titles = [...panel.querySelectorAll("h2, summary")].map(({ textContent }) => textContent);
    expect(titles).toEqual([
      "Sessions",
      "Check-up",
      "Check a test email",
      "What you have about people",
      "Emails about shows",
      "Technical details",
      "System Info",
      "Production Notes",
      "Audit Log",
      "Danger Zone",
    ]);
    const folded = within(panel).getByText("Technical details").closest("details");
    expect(folded?.open).toBe(false);
    expect([...(folded?.querySelectorAll("h2") ?? [])]).toHaveLength(3);
  });

  test("of an empty list show no dates", async () => {
    const { user, pass } = await openDashboard([]);
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    await pass(100);
    expect(figure("Created")).toBe("Unknown");
    expect(figure("Last updated")).toBe("Never");
  });

  test("cannot clear all data: the button says where to do it", async () => {
    const { user, gateway, pass } = await openDashboard(aList(2));
    await user.click(screen.getByRole("tab", { name: "Settings" }));
    // This site stores the list itself, so there is no dashboard of a provider.
    expect(screen.getByText(/^This site keeps the list itself, .* stop the site, then delete its data/)).toBeTruthy();
    const button = screen.getByRole("button", { name: "Clear All Data (Disabled)" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(alerts()).toBe("Data deletion must be done through Supabase dashboard for security.");
    await pass(5_000);
    expect(alerts()).toBe("");
    expect(gateway.rows).toHaveLength(2);
  });
});
