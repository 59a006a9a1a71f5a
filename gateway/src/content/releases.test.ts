import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { describe, expect, it } from "vitest";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { aTestFolder } from "../testing/gateway-process.ts";
import { aStoredLog } from "../testing/stored-log.ts";
import { ContentError } from "./content.ts";
import { createReleases } from "./releases.ts";

/** Creates a content folder, and functions that write its `albums.yaml` and read it. */
function aFolder(albums?: string) {
  const contentDir = aTestFolder();
  let edits = 0;
  mkdirSync(join(contentDir, "music"));
  const write = (text: string) => {
    const path = join(contentDir, "music/albums.yaml");
    writeFileSync(path, text);
    // Two edits within one tick of the file system's clock must still get different times.
    edits += 1;
    utimesSync(path, new Date(edits * 1_000), new Date(edits * 1_000));
  };
  if (albums !== undefined) write(albums);
  const { log, said } = aStoredLog();
  // The clock is in the past. A file with a later time counts as written just now.
  let now = Date.parse("2026-03-01T12:00:00Z");
  const clock = () => new Date(now);
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { contentDir, said, write, wait, open: () => createReleases({ contentDir, clock, log }) };
}

/** An `albums.yaml` with one release, which has these further fields. */
const lakeEffect = (...fields: string[]) =>
  [
    "albums:",
    "  - name: Lake Effect",
    "    type: single",
    "    released: 2026-09-04",
    ...fields.map((field) => `    ${field}`),
    "",
  ].join("\n");

/** The error that prevents the site's start; empty if the site starts with this file. */
function findError(albums: string): string {
  try {
    aFolder(albums).open();
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
  return "";
}

describe("releases", () => {
  it("the demo's file is valid", () => {
    const releases = createReleases({
      contentDir: demoContent(),
      clock: () => new Date(0),
      log: silentLog,
    }).list();
    expect(releases.map(({ name, released }) => `${released} ${name}`)).toEqual([
      "2026-09-04 Lake Effect",
      "2025-05-02 Whitefish Running",
      "2024-10-25 Breakwater Lamp",
      "2023-05-12 Eleven Nights",
      "2022-11-18 Grandstand Night",
      "2022-06-03 Long Point",
    ]);
  });

  it("there are none without a music folder", () => {
    const folder = aFolder();
    rmSync(join(folder.contentDir, "music"), { recursive: true });
    expect(folder.open().list()).toEqual([]);
    expect(folder.said).toEqual([]);
  });

  it("a pipe or a folder in place of a recording is not accepted, and is reported", () => {
    const { contentDir, open } = aFolder(lakeEffect("tracks: [{ title: A, file: a.wav }, { title: B, file: b.wav }]"));
    execFileSync("mkfifo", [join(contentDir, "music/a.wav")]);
    mkdirSync(join(contentDir, "music/b.wav"));
    expect(open().missing()).toMatch(/a\.wav is not in content\/music.*b\.wav is not in content\/music/);
  });

  it("a release needs only a name, a type and a date, which may be a month or a year", () => {
    const early = "  - { name: Early, type: Album, released: 1999 }\n";
    const later = "  - { name: Later, type: album, released: 2001-07 }\n";
    expect(aFolder(`albums:\n${early}${later}`).open().list()).toEqual([
      { name: "Early", type: "album", released: "1999", tracks: [] },
      { name: "Later", type: "album", released: "2001-07", tracks: [] },
    ]);
  });

  it("a cover in a phone's format is reported with the formats that can be used", () => {
    const folder = aFolder(lakeEffect("cover: lake.heic"));
    writeFileSync(join(folder.contentDir, "music/lake.heic"), "");
    folder.open();
    expect(folder.said).toMatchObject([
      {
        files: ["lake.heic"],
        reason:
          "music/albums.yaml, line 5 (albums 1, cover): lake.heic is in a format that cannot be used; " +
          "save it as JPEG, PNG, WebP, AVIF or TIFF",
      },
    ]);
  });

  it("files are found in either Unicode form of their names", () => {
    const named = ["cover: été.jpg", "tracks: [ { title: Été, file: für/été.mp3 } ]"];
    const folder = aFolder(lakeEffect(...named).normalize("NFD"));
    mkdirSync(join(folder.contentDir, "music", "für".normalize("NFD")));
    writeFileSync(join(folder.contentDir, "music", "été.jpg".normalize("NFC")), "");
    writeFileSync(join(folder.contentDir, "music", "für".normalize("NFD"), "été.mp3".normalize("NFC")), "");
    const [release] = folder.open().list();
    expect(folder.said).toEqual([]);
    expect(release).toMatchObject({ cover: "été.jpg".normalize(), tracks: [{ file: "für/été.mp3".normalize() }] });
  });

  it("if a file's name has other capitals, that file is suggested", () => {
    const folder = aFolder(lakeEffect("cover: Art/cover.jpg"));
    mkdirSync(join(folder.contentDir, "music/art"));
    writeFileSync(join(folder.contentDir, "music/art/Cover.JPG"), "");
    folder.open();
    expect(folder.said[0]?.reason).toContain(
      "Art/cover.jpg is not in content/music; there is art/Cover.JPG, with other capitals",
    );
  });

  it("a wrong date is only one issue", () => {
    const folder = aFolder("albums:\n  - { name: Early, type: album, released: May }\n");
    expect(() => folder.open()).toThrow(/released\): must be a day, a month or a year: 2026-09-04, 2026-09 or 2026$/);
  });

  it("missing files are reported once, and the release stays", () => {
    const folder = aFolder(lakeEffect("cover: lake.jpg", "tracks: [ { title: Lake Effect, file: lake/01.mp3 } ]"));
    const releases = folder.open();
    expect(releases.list()).toMatchObject([{ name: "Lake Effect", cover: "lake.jpg" }]);
    const reason =
      "music/albums.yaml, line 5 (albums 1, cover): lake.jpg is not in content/music; " +
      "line 6 (albums 1, tracks 1, file): lake/01.mp3 is not in content/music";
    expect(folder.said).toMatchObject([{ level: 40, files: ["lake.jpg", "lake/01.mp3"], reason }]);
  });
});

describe("an edit", () => {
  it("shows at the next check; before that, the list is the same", () => {
    const folder = aFolder(lakeEffect());
    const releases = folder.open();
    const before = releases.list();
    expect(releases.list()).toBe(before);
    folder.write(lakeEffect().replace("Lake Effect", "Ice Plant"));
    expect(releases.list()).toMatchObject([{ name: "Ice Plant" }]);
  });

  it("is logged once if it is broken, and the last good list stays", () => {
    const folder = aFolder(lakeEffect());
    const releases = folder.open();
    const before = releases.list();
    folder.write(lakeEffect("typ: album"));
    expect(releases.list()).toBe(before);
    expect(releases.list()).toBe(before);
    expect(folder.said).toHaveLength(1);
    expect(String(folder.said[0]?.reason)).toContain("music/albums.yaml, line 5");
    expect(releases.problem()).toBe(folder.said[0]?.reason);
    folder.write(lakeEffect().replace("Lake Effect", "Mended"));
    expect(releases.list()).toMatchObject([{ name: "Mended" }]);
    expect(releases.problem()).toBeUndefined();
  });

  it("is not reported while it is written in two steps", () => {
    const folder = aFolder(lakeEffect());
    const releases = folder.open();
    const path = join(folder.contentDir, "music/albums.yaml");
    writeFileSync(path, "albums:\n  - name: Harb");
    expect(releases.list()).toMatchObject([{ name: "Lake Effect" }]);
    folder.wait(500);
    writeFileSync(path, lakeEffect().replace("Lake Effect", "Harbour"));
    expect(releases.list()).toMatchObject([{ name: "Harbour" }]);
    folder.wait(1_000);
    releases.list();
    expect(folder.said).toEqual([]);
  });

  it("is logged once it has settled, even if it deletes the file, and the list stays", () => {
    const folder = aFolder(lakeEffect());
    const releases = folder.open();
    rmSync(join(folder.contentDir, "music/albums.yaml"));
    expect(releases.list()).toMatchObject([{ name: "Lake Effect" }]);
    expect(folder.said).toEqual([]);
    folder.wait(1_000);
    releases.list();
    expect(folder.said).toMatchObject([{ reason: expect.stringContaining("music/albums.yaml is gone") }]);
    folder.write("albums: []\n");
    expect(releases.list()).toEqual([]);
  });
});

describe("an issue is reported with its place", () => {
  it.each([
    ["albums:\n  - name: Lake Effect\n    type: single\n", 'line 2 (albums 1): "released" is missing'],
    [lakeEffect("year: 2026"), 'line 5 (albums 1, year): nothing here is called "year"'],
    [lakeEffect().replace("single", "ep"), "line 3 (albums 1, type): must be album or single"],
    [
      lakeEffect().replace("2026-09-04", "4 September"),
      "line 4 (albums 1, released): must be a day, a month or a year",
    ],
    [lakeEffect().replace("2026-09-04", "2026-02-30"), "line 4 (albums 1, released): is not on the calendar"],
    [lakeEffect().replace("2026-09-04", "2026-13"), "line 4 (albums 1, released): is not on the calendar"],
    [
      lakeEffect("spotify: http://spotify.example/album/lake-effect"),
      "line 5 (albums 1, spotify): must be an address that begins with https://",
    ],
    [lakeEffect("spotify: javascript:alert(1)"), "line 5 (albums 1, spotify): must be an address"],
    [lakeEffect("cover: ../artist.json"), "line 5 (albums 1, cover): must be a file in content/music"],
    [lakeEffect("cover: /etc/passwd"), "line 5 (albums 1, cover): must be a file in content/music"],
    [
      lakeEffect("tracks:", "  - { title: Lake Effect, file: lake.txt }"),
      "line 6 (albums 1, tracks 1, file): must end with .mp3",
    ],
    [
      lakeEffect("tracks:", "  - { title: A, file: 'a\\..\\..\\b.mp3' }"),
      "line 6 (albums 1, tracks 1, file): must be a file in content/music",
    ],
    [
      lakeEffect("tracks:", "  - { title: A, file: a.mp3 }", "  - { title: B, file: a.mp3 }"),
      "line 7 (albums 1, tracks 2, file): a.mp3 is there twice",
    ],
    [lakeEffect("tracks:", "  - { file: a.mp3 }"), 'line 6 (albums 1, tracks 1): "title" is missing'],
    [
      `${lakeEffect()}  - { name: Lake Effect, type: album, released: 2025 }\n`,
      'line 5 (albums 2, name): "Lake Effect" is already the name of album 1',
    ],
    [
      `${lakeEffect()}  - { name: Lake effect!, type: album, released: 2025 }\n`,
      'line 5 (albums 2, name): "Lake effect!" and "Lake Effect" have the same address, /music/lake-effect',
    ],
    ["albums: [\n", "line 2: "],
  ])("%j", (albums, message) => {
    const error = findError(albums);
    expect(error).toMatch(/^music\/albums\.yaml, line /);
    expect(error).toContain(message);
  });
});
