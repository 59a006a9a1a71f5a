import { aShow } from "@porchlight/fixtures/show.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { describe, expect, it } from "vitest";
import { expectValidFeed, readXml } from "../../testing/atom-feed.ts";
import { toFeed } from "./feed.ts";

const FRAME = {
  artistName: "June & <Marlow>",
  language: "en-CA",
  publicUrl: "https://artist.example",
  now: Date.parse("2026-11-10T12:00:00Z"),
};

describe("the feed", () => {
  it("is a valid Atom feed, whatever the texts hold, and without a show too", () => {
    const hostile: Partial<Show> = { venue: `A & B <i>"'`, note: "]]> \u0000 &amp;", movedFrom: "<>", status: "moved" };
    const shows = [aShow(), aShow({ id: "2027-guelph", ...hostile })];
    const entries = expectValidFeed(readXml(toFeed(shows, FRAME)));
    expect(entries).toHaveLength(2);
    // Parsed as HTML, the text is plain text too.
    expect(entries.map(({ children }) => children.find(({ name }) => name === "content")?.text).join()).not.toMatch(
      /<(?!\/?p>)/,
    );
    expect(expectValidFeed(readXml(toFeed([], FRAME)))).toEqual([]);
  });

  it("has the shows that changed last, at most fifty, and the time of the latest change", () => {
    const shows = Array.from({ length: 120 }, (_, place) =>
      aShow({ id: `show-${place}`, changedAt: new Date(Date.UTC(2026, 0, 1 + place)).toISOString() }),
    );
    const feed = readXml(toFeed(shows, FRAME));
    const entries = expectValidFeed(feed);
    expect(entries).toHaveLength(50);
    expect(feed.children.find(({ name }) => name === "updated")?.text).toBe(shows.at(-1)?.changedAt);
    expect(entries[0]?.children.find(({ name }) => name === "id")?.text).toBe("https://artist.example/shows/show-119");
  });
});
