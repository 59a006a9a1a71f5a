import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { expect, it } from "vitest";
import { recordings, slugOf } from "./catalogue.ts";
import { createTimeline } from "./timeline.ts";

const MEGABYTE = 1_000_000;

it("a release's name becomes the name of its folder", () => {
  expect(slugOf("Lake Effect (Upstairs)")).toBe("lake-effect-upstairs");
  expect(slugOf("Toledo, Late")).toBe("toledo-late");
});

it.each(recordings.map(({ song, file }) => [song.title, song, file] as const))(
  "%s lasts half a minute to a minute and fades at its end",
  (_, song) => {
    const timeline = createTimeline(song.score);
    const seconds = timeline.length / 44_100;
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThan(60);
    expect(song.fade).toBeGreaterThanOrEqual(1);
    expect(song.fade).toBeLessThanOrEqual(3);
  },
);

it("all recordings exist and are small enough for a phone: 10 MB together", () => {
  const sizes = recordings.map(({ file }) => readFileSync(join(demoContent(), "music", file)).length);
  expect(Math.min(...sizes)).toBeGreaterThan(0.4 * MEGABYTE);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10 * MEGABYTE);
});
