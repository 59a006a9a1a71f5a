import { aShow } from "@porchlight/fixtures/show.ts";
import type { ShowsContent } from "@porchlight/protocol/content.ts";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Shows } from "./shows.tsx";

afterEach(() => {
  cleanup();
  history.replaceState({}, "", "/");
});

function show(content: Partial<ShowsContent>) {
  const { ahead = [], past = [] } = content;
  const onShowAll = vi.fn();
  render(
    <Shows
      content={{
        title: "Shows",
        description: "",
        keywords: [],
        ahead,
        past,
        aheadCount: ahead.length,
        pastCount: past.length,
        ...content,
      }}
      artist="June Marlow"
      origin="https://artist.example"
      language="en"
      onShowAll={onShowAll}
      onShow={() => () => {}}
      renderSong={(title) => title}
    />,
  );
  return { onShowAll };
}

const tickets = { url: "https://t.example/1", price: "18.00", currency: "CAD", isFree: false };

test("each state has words, and only a show that can be visited has a link to tickets", () => {
  show({
    ahead: [
      aShow({ id: "a", tickets }),
      aShow({ id: "b", tickets, isSoldOut: true }),
      aShow({ id: "c", tickets, status: "cancelled" }),
      aShow({ id: "d", status: "postponed" }),
      aShow({ id: "e", status: "rescheduled", movedFrom: "2026-11-20" }),
      aShow({ id: "f", status: "moved", movedFrom: "The Inn" }),
      aShow({ id: "g", tickets: { isFree: true } }),
      aShow({ id: "h", tickets: { ...tickets, from: "2026-11-15T10:00:00-05:00", isLater: true } }),
    ],
  });
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent ?? "");
  const state = (word: string) => rows.findIndex((row) => row.includes(word));
  expect(
    [
      "Sold out",
      "Cancelled",
      "Postponed, new date to follow",
      "Rescheduled from November 20, 2026",
      "Moved from The Inn",
      "Free entry",
      "On sale from November 15, 2026",
    ].map(state),
  ).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(screen.getAllByRole("link", { name: /^Tickets/ }).map((link) => link.getAttribute("href"))).toEqual([
    "https://t.example/1",
  ]);
});

test("a link opens a show's page, and the way back leads to the list", () => {
  show({ ahead: [aShow({ age: "19 and over", setlist: ["Fish Dock Road"] })] });
  fireEvent.click(screen.getByRole("link", { name: "The Rope Walk" }));
  expect(location.hash).toBe("#/shows/2026-kingston");
  expect(screen.getByRole("heading", { level: 1, name: "The Rope Walk" })).toBe(document.activeElement);
  expect(screen.getByText("19 and over")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Setlist" })).getByText("Fish Dock Road")).toBeTruthy();
  fireEvent.click(screen.getByRole("link", { name: "All shows" }));
  expect(location.hash).toBe("#/shows");
  expect(screen.getByRole("heading", { level: 1, name: "Shows" })).toBe(document.activeElement);
});

test.each([
  ["cancelled", "Cancelled"],
  ["postponed", "Postponed, new date to follow"],
] as const)("the page of a %s show says so first, and why, and offers no calendar", (status, words) => {
  history.replaceState({}, "", "/#/shows/a");
  show({ ahead: [aShow({ id: "a", status, note: "The hall is closed." })] });
  const page = screen.getByRole("article");
  expect(page.textContent?.startsWith(words)).toBe(true);
  expect(page.querySelector("s")?.textContent).toMatch(/, 20\d\d$/);
  expect(page.textContent?.indexOf("The hall is closed.")).toBeLessThan(page.textContent?.indexOf("Where") ?? 0);
  expect(screen.queryByRole("link", { name: "Add to calendar" })).toBeNull();
});

test("the rest of the list is fetched on demand, and for the address of a show that the page does not have", () => {
  history.replaceState({}, "", "/#/shows/2019-toledo");
  const { onShowAll } = show({ ahead: [aShow()], pastCount: 40 });
  expect(onShowAll).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button", { name: "Show all (41 shows)" }));
  expect(onShowAll).toHaveBeenCalledTimes(2);
});

test("an unknown show leads to the list", () => {
  history.replaceState({}, "", "/#/shows/none");
  show({ ahead: [aShow()] });
  expect(location.hash).toBe("#/shows");
});

test("without a show ahead there is one kind sentence", () => {
  show({ past: [aShow({ id: "p", date: "2025-05-10" })] });
  expect(screen.getByText(/^Nothing is booked just now/)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 3, name: "2025" })).toBeTruthy();
});

test("the shows can be sorted by distance, in the browser alone", () => {
  const at = (id: string, town: string, latitude: number) =>
    aShow({ id, town, venue: id, position: { latitude, longitude: -80 } });
  const fetched = vi.spyOn(globalThis, "fetch");
  const getCurrentPosition = vi.fn((onFound: PositionCallback, onError?: PositionErrorCallback | null) =>
    getCurrentPosition.mock.calls.length === 1
      ? onFound({ coords: { latitude: 46, longitude: -80 } } as GeolocationPosition)
      : onError?.({} as GeolocationPositionError),
  );
  vi.stubGlobal("navigator", { ...navigator, geolocation: { getCurrentPosition } });
  show({ ahead: [at("south", "Toronto", 43), at("north", "Sudbury", 46.5), aShow({ id: "none", venue: "none" })] });
  const order = screen.getByRole("combobox", { name: "Order" });
  const venues = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(venues()).toEqual(["south", "north", "none"]);
  fireEvent.change(order, { target: { value: "here" } });
  expect(venues()).toEqual(["north", "south", "none"]);
  fireEvent.change(order, { target: { value: "Toronto, Ontario" } });
  expect(venues()).toEqual(["south", "north", "none"]);
  fireEvent.change(order, { target: { value: "here" } });
  expect(screen.getByText(/did not say where you are/)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test("a visitor asks for emails by forms that need no script, and only where a mail server sends them", () => {
  const formOf = (name: string) => screen.queryByRole("region", { name })?.querySelector("form");
  show({ ahead: [aShow({ id: "a" })], hasReminders: true });
  const list = formOf("Tell me when you play near");
  expect([list?.method, list?.getAttribute("action")]).toEqual(["post", "/reminders"]);
  expect(screen.getByLabelText("Town").getAttribute("name")).toBe("town");
  cleanup();
  const open = aShow({ id: "a" });
  history.replaceState({}, "", "/shows/a");
  show({ ahead: [open], show: open, hasReminders: true });
  expect(formOf("Remind me")?.querySelector<HTMLInputElement>("[name=show]")?.value).toBe("a");
  expect(screen.getByLabelText("Email").getAttribute("name")).toBe("email");
  for (const content of [
    { ahead: [open], show: open },
    { past: [open], show: open, hasReminders: true as const },
    { ahead: [{ ...open, status: "cancelled" as const }], show: open, hasReminders: true as const },
  ]) {
    cleanup();
    show(content);
    expect(formOf("Remind me")).toBeUndefined();
  }
});
