import { tries } from "@porchlight/fixtures/fuzz.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { toZonedInstant } from "../../lib/time-zone.ts";
import { toCalendar } from "./calendar.ts";
import { aShowsFolder, aWrittenShow } from "./some-shows.case.ts";

const FRAME = {
  artistName: "Harbour Line",
  language: "en-CA",
  publicUrl: "https://harbourline.example",
  source: "https://harbourline.example/shows.ics",
};

/** The shows of a file, in a calendar that another library has read. */
function read(...written: string[]) {
  return parse(
    aShowsFolder(...written)
      .open()
      .list(),
  );
}

function parse(shows: readonly Show[]) {
  const text = toCalendar(shows, FRAME);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar.getAllSubcomponents("vtimezone").map((zone) => {
      const made = new ICAL.Timezone(zone);
      return [made.tzid, made];
    }),
  );
  const events = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    for (const time of [event.startDate, event.endDate]) {
      const zone = zones.get(String(component.getFirstProperty("dtstart")?.getParameter("tzid")));
      if (zone && time) time.zone = zone;
    }
    return event;
  });
  return { text, calendar, events };
}

describe("the calendar", () => {
  it("looks up a zone's clocks only once for each week, because the look-up is slow and blocks other requests", () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    onTestFinished(() => asked.mockRestore());
    const shows = aShowsFolder(
      aWrittenShow('starts: "20:00"'),
      aWrittenShow('starts: "20:00"').replaceAll("2026", "1976"),
    )
      .open()
      .list();
    asked.mockClear();
    toCalendar(shows, FRAME);
    const weeks = (52 * 365.25) / 7;
    const changes = 2 * 52;
    expect(asked.mock.calls.length).toBeLessThan(weeks + changes * 15);
  });

  it("is read by another library as it was meant", () => {
    const { calendar, events } = read(
      aWrittenShow(
        'doors: "19:00"',
        'starts: "20:00"',
        'ends: "23:00"',
        'note: "A; B, C\\\\D"',
        "name: Harbour Nights",
      ),
    );
    expect(calendar.getFirstPropertyValue("name")).toBe("Harbour Line: shows");
    const [event] = events;
    expect(event).toMatchObject({
      uid: "2026-kingston@harbourline.example",
      summary: "Harbour Nights at The Tall Ship, Kingston",
      location: "The Tall Ship, Kingston, Ontario, Canada",
      sequence: 0,
    });
    expect(event?.description).toContain("A; B, C\\D");
    expect(event?.startDate.toJSDate()).toEqual(new Date("2026-12-06T01:00:00Z"));
    expect(event?.endDate.toJSDate()).toEqual(new Date("2026-12-06T04:00:00Z"));
  });

  it.each([
    ["cancelled", "status: cancelled", "CANCELLED", "Cancelled: Harbour Line at"],
    ["postponed", "status: postponed", "TENTATIVE", "Postponed: Harbour Line at"],
    ["confirmed", "status: confirmed", "CONFIRMED", "Harbour Line at"],
  ])("a show that is %s says so in its status and its summary", (_, field, status, summary) => {
    const [event] = read(aWrittenShow(field)).events;
    expect(event?.component.getFirstPropertyValue("status")).toBe(status);
    expect(event?.summary.startsWith(summary)).toBe(true);
  });

  it("a show without a time takes the whole day", () => {
    const [event] = read(aWrittenShow()).events;
    expect(event?.startDate.isDate).toBe(true);
    expect(event?.startDate.toString()).toBe("2026-12-05");
  });

  it("has no line longer than 75 octets, and divides no letter", () => {
    const { text, events } = read(aWrittenShow(`note: ${"Ünïcödé 🎸 ".repeat(30)}`));
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(events[0]?.description).toContain("Ünïcödé 🎸 ".repeat(30).trim());
  });

  it("of 2,000 shows searches each zone's clocks once, and makes no new formats", () => {
    const [template] = aShowsFolder(aWrittenShow()).open().list();
    if (!template) throw new Error("The show is missing.");
    const zones = ["America/Toronto", "Europe/London", "America/Chicago", "America/Halifax", "Asia/Kathmandu"];
    const shows = Array.from({ length: 2_000 }, (_, place): Show => {
      const day = new Date(Date.UTC(2024, 0, 1 + place)).toISOString().slice(0, 10);
      return { ...template, id: `show-${place}`, date: day, timeZone: zones[place % zones.length] ?? "UTC" };
    }).map((show) => ({ ...show, starts: toZonedInstant({ day: show.date, time: "20:00" }, show.timeZone) }));
    toCalendar(shows.slice(0, zones.length), FRAME);
    const names = vi.spyOn(Intl, "DisplayNames");
    const formats = vi.spyOn(Intl, "DateTimeFormat");
    const parts = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    onTestFinished(() => void vi.restoreAllMocks());
    toCalendar(shows, FRAME);
    expect([names.mock.calls.length, formats.mock.calls.length]).toEqual([0, 0]);
    // Each week of 6.5 years in five zones, the search for the minute of each change, and the end of each show.
    expect(parts.mock.calls.length).toBeLessThan(5_000);
  });

  it("means the same instants in every time zone, on every day", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const days = fc.date({ min: new Date("2024-01-01"), max: new Date("2031-12-31"), noInvalidDate: true });
    const [template] = aShowsFolder(aWrittenShow()).open().list();
    if (!template) throw new Error("The show is missing.");
    fc.assert(
      fc.property(fc.constantFrom(...zones), days, fc.integer({ min: 0, max: 23 }), (timeZone, date, hour) => {
        const day = date.toISOString().slice(0, 10);
        const starts = toZonedInstant({ day, time: `${String(hour).padStart(2, "0")}:30` }, timeZone);
        const [event] = parse([{ ...template, date: day, timeZone, starts }]).events;
        expect(event?.startDate.toJSDate()).toEqual(new Date(starts));
      }),
      tries(60),
    );
  });
});
