import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aShowsFolder, aWrittenShow, findShowsError } from "./some-shows.case.ts";

const other = (...fields: string[]) => aWrittenShow(...fields).replace("2026-kingston", "2026-guelph");

describe("shows", () => {
  it("there are none without the file", () => {
    const folder = aShowsFolder();
    expect(folder.open().list()).toEqual([]);
    expect(folder.said).toEqual([]);
  });

  it("a show needs an id, a date, a venue, a town and a country; its time zone is that of the town", () => {
    expect(aShowsFolder(aWrittenShow('doors: "19:00"', 'starts: "20:00"')).open().list()).toEqual([
      {
        id: "2026-kingston",
        status: "confirmed",
        date: "2026-12-05",
        doors: "2026-12-05T19:00:00-05:00",
        starts: "2026-12-05T20:00:00-05:00",
        overAt: "2026-12-06T05:00:00.000Z",
        timeZone: "America/Toronto",
        venue: "The Tall Ship",
        town: "Kingston",
        region: "Ontario",
        country: "CA",
        position: { latitude: expect.closeTo(44.23, 1), longitude: expect.closeTo(-76.5, 1) },
        lineup: [],
        isSoldOut: false,
        setlist: [],
        sequence: 0,
        changedAt: "2026-11-01T12:00:00.000Z",
      },
    ]);
  });

  it.each([
    ["ends after midnight", ['starts: "21:00"', 'ends: "01:30"'], { ends: "2026-12-06T01:30:00-05:00" }],
    [
      "begins after midnight",
      ['doors: "23:00"', 'starts: "00:30"', 'ends: "04:00"'],
      { starts: "2026-12-06T00:30:00-05:00", ends: "2026-12-06T04:00:00-05:00", overAt: "2026-12-06T04:00:00-05:00" },
    ],
    ["is in another zone", ["timeZone: Asia/Kathmandu", 'starts: "20:00"'], { starts: "2026-12-05T20:00:00+05:45" }],
    [
      "has tickets",
      ["tickets: { url: https://t.example/1, price: 18 }"],
      {
        tickets: { isFree: false, url: "https://t.example/1", price: "18", currency: "CAD" },
      },
    ],
  ])("a show that %s", (_, fields, expected) => {
    expect(
      aShowsFolder(aWrittenShow(...fields))
        .open()
        .list(),
    ).toMatchObject([expected]);
  });

  it("is hidden until its announcement, to the minute on the venue's clock", () => {
    const folder = aShowsFolder(aWrittenShow("announce: 2026-11-10 09:00"), other());
    const shows = folder.open();
    const ids = () => shows.list().map(({ id }) => id);
    folder.setClock("2026-11-10T13:59:59Z");
    expect(ids()).toEqual(["2026-guelph"]);
    expect(shows.list()).toBe(shows.list());
    folder.setClock("2026-11-10T14:00:00Z");
    expect(ids()).toEqual(["2026-kingston", "2026-guelph"]);
  });

  it("are a new list when a show is over", () => {
    const folder = aShowsFolder(aWrittenShow());
    const shows = folder.open();
    const before = shows.list();
    folder.setClock("2026-12-06T04:59:59Z");
    expect(shows.list()).toBe(before);
    folder.setClock("2026-12-06T05:00:00Z");
    expect(shows.list()).not.toBe(before);
  });

  it("counts the changes of each show, even across a restart", async () => {
    const folder = aShowsFolder(aWrittenShow(), other());
    folder.open().list();
    await folder.data.write(() => {});
    folder.setClock("2026-11-02T12:00:00Z");
    folder.write(aWrittenShow("soldOut: yes"), other("announce: 2026-01-01 00:00"));
    const versions = folder
      .open()
      .list()
      .map(({ id, sequence, changedAt }) => [id, sequence, changedAt]);
    expect(versions).toEqual([
      ["2026-kingston", 1, "2026-11-02T12:00:00.000Z"],
      // Nobody sees when a show was announced.
      ["2026-guelph", 0, "2026-11-01T12:00:00.000Z"],
    ]);
  });

  it("a missing picture is named with its line, until it exists", () => {
    const folder = aShowsFolder(aWrittenShow("picture: { name: poster.jpg, alt: A poster }"));
    const shows = folder.open();
    expect(shows.missingPictures()).toBe(
      'shows.yaml, line 8 (shows 1, picture, name): there is no picture "poster.jpg" in content/images',
    );
    expect(folder.said).toMatchObject([{ msg: "pictures of the shows are left out" }]);
    mkdirSync(join(folder.contentDir, "images"));
    writeFileSync(join(folder.contentDir, "images/poster.jpg"), "a picture");
    expect(shows.missingPictures()).toContain("write it without its ending, poster");
    folder.write(aWrittenShow("picture: { name: poster, alt: A poster }"));
    shows.list();
    expect(shows.missingPictures()).toBeUndefined();
    expect(shows.problem()).toBeUndefined();
  });

  it("a broken edit changes nothing, and is reported", () => {
    const folder = aShowsFolder(aWrittenShow());
    const shows = folder.open();
    const before = shows.list();
    folder.write(aWrittenShow("status: perhaps"));
    expect(shows.list()).toEqual(before);
    expect(shows.problem()).toContain("shows.yaml, line 8 (shows 1, status): must be one of: confirmed, postponed");
  });

  it.each([
    ["two shows with one id", [aWrittenShow(), aWrittenShow()], 'line 8 (shows 2, id): "2026-kingston" is already'],
    ["a day that does not exist", [aWrittenShow().replace("12-05", "02-30")], "is not on the calendar"],
    ["doors after the beginning", [aWrittenShow('doors: "21:00"', 'starts: "20:00"')], "cannot open at 21:00, after"],
    ["a new date without the old one", [aWrittenShow("status: rescheduled")], "must be the date before"],
    ["a new venue without the old one", [aWrittenShow("status: moved")], "must be the venue before"],
    ["an old venue of a confirmed show", [aWrittenShow("movedFrom: The Inn")], "only for a show whose status is moved"],
    ["a free show with a price", [aWrittenShow("tickets: { price: 5, free: yes }")], "have a price, but are free"],
    [
      "a town in two time zones",
      [aWrittenShow().replace("Kingston", "Springfield").replace("    region: Ontario\n", "").replace("CA", "US")],
      "the time zone of Springfield is not known; add the region",
    ],
    [
      "a link that runs script",
      [aWrittenShow("tickets: { url: 'javascript:alert(1)' }")],
      "must be an address that starts with https://",
    ],
  ])("rejects %s", (_, shows, message) => {
    expect(findShowsError(...shows)).toContain(message);
  });
});
