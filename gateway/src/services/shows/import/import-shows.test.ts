import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ContentError } from "../../../content/content.ts";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { toCalendar } from "../calendar.ts";
import { exportShows, SHOWS_FORMATS } from "../export-shows.ts";
import { aShowsFolder, aWrittenShow } from "../some-shows.case.ts";
import { importShows } from "./import-shows.ts";

const BANDSINTOWN = `Date*,Time*,Venue*,Country*,Region*,City*,Postal Code*,Address,Event Name,Description,Lineup,Ticket Link
2027-02-20,20:00,The Rope Walk,Canada,ON,Kingston,K7L 2Y9,12 Ontario Street,Harbour Nights,"Rain, or shine",The Net Menders,https://t.example/1
2027-03-13,9:30 PM,"Grain ""Elevator"" 4",United States,MN,Duluth,,,,,,
`;
const SONGKICK = `DATE,VENUE,CITY,COUNTRY,LINEUP,TICKET LINK,PUBLISH DATE,PUBLISH TIME,PUBLISH TIMEZONE
2027-02-20,The Rope Walk,Memphis,USA,"A, B",https://t.example/1,2027-01-10,09:00 AM,America/Chicago
`;

/** A content folder, and a function that imports a file into its list. */
function aList(shows?: string) {
  const contentDir = aTestFolder();
  const path = join(contentDir, "shows.yaml");
  if (shows !== undefined) writeFileSync(path, shows);
  return {
    list: () => readFileSync(path, "utf8"),
    bring(text: string, name = "shows.csv", isDryRun = false) {
      const file = join(aTestFolder(), name);
      writeFileSync(file, text);
      return importShows({ contentDir, file, isDryRun });
    },
  };
}

describe("npm run import-shows", () => {
  it("reads Bandsintown's file, and a second time adds nothing", async () => {
    const { bring, list } = aList();
    expect(await bring(BANDSINTOWN)).toEqual([
      { place: "Line 2", title: "2027-02-20, Harbour Nights, Kingston", result: "added", id: "2027-kingston" },
      { place: "Line 3", title: '2027-03-13, Grain "Elevator" 4, Duluth', result: "added", id: "2027-duluth" },
    ]);
    expect(list()).toBe(`shows:
  - id: 2027-kingston
    date: 2027-02-20
    starts: 20:00
    venue: The Rope Walk
    address: 12 Ontario Street
    town: Kingston
    region: Ontario
    country: CA
    name: Harbour Nights
    lineup:
      - The Net Menders
    tickets:
      url: https://t.example/1
    note: Rain, or shine
  - id: 2027-duluth
    date: 2027-03-13
    starts: 21:30
    venue: Grain "Elevator" 4
    town: Duluth
    region: Minnesota
    country: US
`);
    const before = list();
    expect((await bring(BANDSINTOWN)).map(({ result }) => result)).toEqual(["same", "same"]);
    expect(list()).toBe(before);
  });

  it("reads Songkick's file", async () => {
    const { bring, list } = aList();
    expect(await bring(SONGKICK)).toMatchObject([{ result: "added", id: "2027-memphis" }]);
    expect(list()).toContain("announce: 2027-01-10 09:00");
    expect(list()).toContain("country: US");
  });

  it("reads any calendar, such as our own", async () => {
    const shows = aShowsFolder(aWrittenShow("timeZone: America/Toronto", 'starts: "20:00"', "status: cancelled"))
      .open()
      .list();
    const text = toCalendar(shows, { artistName: "June", language: "en", publicUrl: "https://june.example" });
    const { bring, list } = aList();
    expect(await bring(text, "shows.ics")).toMatchObject([{ place: "Event 1", result: "added", id: "2026-kingston" }]);
    expect(list()).toMatch(
      /date: 2026-12-05\n {4}starts: 20:00[\s\S]*timeZone: America\/Toronto\n {4}venue: The Tall Ship/,
    );
    expect(list()).toContain("status: cancelled");
  });

  it("leaves everything else in the file as it is", async () => {
    const own = `# My shows.\nshows:\n    # The first.\n    - { id: a, date: 2026-01-01, venue: "V", town: Kingston, country: CA, region: Ontario }   # here\n    - id: b\n      date: 2026-02-01 # cold\n      venue: W\n      town: Kingston\n      region: Ontario\n      country: CA\n\n# The end.\n`;
    const { bring, list } = aList(own);
    await bring(BANDSINTOWN);
    const [before = "", after = ""] = own.split("\n\n# The end");
    expect(list().startsWith(before)).toBe(true);
    expect(list().endsWith(`# The end${after}`)).toBe(true);
    expect(list()).toContain("\n    - id: 2027-kingston\n      date: 2027-02-20\n");
  });

  it("writes the file that shows.yaml leads to, if it is a symbolic link", async () => {
    const contentDir = aTestFolder();
    const own = join(aTestFolder(), "my-shows.yaml");
    const link = join(contentDir, "shows.yaml");
    writeFileSync(own, "shows: []\n");
    symlinkSync(own, link);
    const file = join(aTestFolder(), "shows.csv");
    writeFileSync(file, SONGKICK);
    await importShows({ contentDir, file, isDryRun: false });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(own, "utf8")).toContain("id: 2027-memphis");
  });

  it.each(["shows: []\n", "shows:\n", "# Nothing yet.\nshows: []   \n"])("fills an empty list, %j", async (own) => {
    const { bring, list } = aList(own);
    await bring(SONGKICK);
    expect(list()).toContain("shows:\n  - id: 2027-memphis\n");
  });

  it("names the reason for each row that cannot be used, and adds the others", async () => {
    const { bring, list } = aList();
    const text = `Date,Time,Venue,City,Country\n2027-02-30,,V,Kingston,Canada\n2027-02-20,late,V,Toronto,Canada\n2027-02-20,,V,Springfield,USA\n2027-02-20,,,Toronto,Canada\n2027-02-20,,V,Toronto,Atlantis\n2027-02-20,,V,Toronto,Canada\n`;
    expect((await bring(text)).map((row) => ("reason" in row ? row.reason : row.result))).toEqual([
      "date is not on the calendar",
      "starts must be a time such as 20:00",
      "the time zone of Springfield is not known; give the region too",
      "venue must not be empty",
      "country must be two capital letters: CA",
      "added",
    ]);
    expect(list().match(/id:/g)).toHaveLength(1);
  });

  it.each(["9999-12-31", "0206-02-20"])(
    "leaves out a show of %s, because its calendar would take too long to make",
    async (day) => {
      const { bring, list } = aList();
      const rows = await bring(`Date,Venue,City,Country\n${day},V,Toronto,Canada\n2027-02-20,V,Toronto,Canada\n`);
      expect(rows).toMatchObject([
        { result: "rejected", reason: "date must be a day such as 2026-12-05" },
        { result: "added" },
      ]);
      expect(list()).not.toContain(day);
    },
  );

  it("does not change line separators that YAML does not know", async () => {
    const { bring, list } = aList();
    await bring("Date,Venue,City,Country\n2027-02-20,The\u2028Hall\u2029One,Toronto,Canada\n");
    expect(list()).toContain("venue: The\u2028Hall\u2029One\n");
  });

  it.each([
    ["in UTC, as Google writes it", "DTSTART:20270221T010000Z", "Toronto, Canada"],
    ["in the zone of the place", "DTSTART;TZID=America/Toronto:20270220T200000", "Toronto, Canada"],
    ["in a zone with a name of its own", "DTSTART;TZID=Eastern Standard Time:20270220T200000", "Toronto, Canada"],
    ["on the venue's clock", "DTSTART:20270220T200000", "Toronto, Canada"],
  ])("reads a time %s", async (_how, start, place) => {
    const { bring, list } = aList();
    expect(await bring(aCalendar(start, place), "a.ics")).toMatchObject([{ result: "added" }]);
    expect(list()).toMatch(/date: 2027-02-20\n\s+starts: 20:00\n(\s+timeZone: America\/Toronto\n)?\s+venue:/);
  });

  it("reads a time in UTC in the calendar's own zone if the zone of the place is unknown", async () => {
    const { bring, list } = aList();
    await bring(aCalendar("DTSTART:20270221T010000Z", "Nowhere, USA", "X-WR-TIMEZONE:America/Chicago"), "a.ics");
    expect(list()).toMatch(/date: 2027-02-20\n\s+starts: 19:00\n\s+timeZone: America\/Chicago\n/);
  });

  it("leaves out a time in UTC if no zone is known", async () => {
    const { bring } = aList();
    const [row] = await bring(aCalendar("DTSTART:20270221T010000Z", "Nowhere, USA"), "a.ics");
    expect(row).toMatchObject({ result: "rejected", reason: expect.stringContaining("time zone of Nowhere") });
  });

  it("reads neither pipes nor files that are too large or have too many rows", async () => {
    const { bring } = aList("shows: []\n");
    const rows = "2027-02-20,V,Toronto,Canada\n".repeat(5_001);
    await expect(bring(`Date,Venue,City,Country\n${rows}`)).rejects.toThrow("has more than 5000 shows");
    await expect(bring(`Date,Venue,City,Country\n${" ".repeat(11 * 1024 * 1024)}`)).rejects.toThrow("is too large");
    await expect(importShows({ contentDir: aTestFolder(), file: "/dev/null", isDryRun: true })).rejects.toThrow(
      "a pipe, a socket or a device",
    );
  });

  it("changes nothing in a dry run, and nothing for another kind of file", async () => {
    const { bring } = aList("shows: []\n");
    expect(await bring(SONGKICK, "shows.csv", true)).toMatchObject([{ result: "added" }]);
    expect(await bring(SONGKICK, "shows.csv", true)).toMatchObject([{ result: "added" }]);
    await expect(bring("Email,Name\na@b.example,A\n")).rejects.toThrow(ContentError);
    await expect(bring("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "a.ics")).rejects.toThrow(ContentError);
  });
});

/** A calendar with one event in The Rope Walk. */
function aCalendar(start: string, place: string, ...lines: string[]): string {
  const event = [
    "BEGIN:VEVENT",
    "UID:1",
    start,
    `LOCATION:The Rope Walk\\, ${place.replace(",", "\\,")}`,
    "END:VEVENT",
  ];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...lines, ...event, "END:VCALENDAR", ""].join("\r\n");
}

describe("npm run export-shows", () => {
  const someShows = () =>
    aShowsFolder(
      aWrittenShow(
        'starts: "20:00"',
        "lineup: [June Marlow, The Net Menders]",
        "tickets: { url: https://t.example/1 }",
      ),
      aWrittenShow("status: cancelled").replace("2026-kingston", "other"),
    )
      .open()
      .list();

  it("writes what the import reads", async () => {
    const shows = someShows();
    const [text = ""] = exportShows(shows, "bandsintown", "June Marlow");
    const { bring, list } = aList();
    expect(await bring(text)).toMatchObject([{ result: "added", id: "2026-kingston" }]);
    expect(list()).toContain("lineup:\n      - The Net Menders\n");
    expect(exportShows(shows, "songkick", "June Marlow")[0]).toContain("2026-12-05,The Tall Ship,Kingston,Canada");
  });

  it("writes no formula, whatever an imported file named a venue, and reads the name again", async () => {
    const venue = '=HYPERLINK("https://evil.example")';
    const [show] = someShows();
    if (!show) throw new Error("The show is missing.");
    for (const format of SHOWS_FORMATS) {
      const [text = ""] = exportShows([{ ...show, venue }], format, "June Marlow");
      expect(text).not.toMatch(/(^|[,"\n])=/);
      const { bring, list } = aList();
      await bring(text);
      expect(list()).toContain("venue: =HYPERLINK");
    }
  });

  it("splits a long list for Bandsintown", () => {
    const [show] = someShows();
    if (!show) throw new Error("The show is missing.");
    const many = Array.from({ length: 101 }, () => show);
    expect(exportShows(many, "bandsintown", "June").map((text) => text.trim().split("\r\n").length)).toEqual([
      51, 51, 2,
    ]);
    expect(exportShows(many, "songkick", "June")).toHaveLength(1);
  });
});
