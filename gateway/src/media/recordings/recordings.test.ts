import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { albumsYaml, FRAME_SECONDS, mp3, someRecordings, wav } from "./some-audio.case.ts";

describe("recordings", () => {
  it("are listed by album with their lengths, in the order of the file", async () => {
    const { open } = someRecordings({ "lake/01-lake.wav": wav(1.5), "lake/02 up & stairs.mp3": mp3(100) });
    const recordings = open();
    // Until the first refresh they are listed as silent.
    expect(recordings.list()).toMatchObject([{ recordings: [], silent: [{ place: 0 }, { place: 1 }] }]);
    await recordings.refresh();
    expect(recordings.list()).toEqual([
      {
        album: "Lake Effect",
        recordings: [
          {
            title: "lake/01-lake.wav",
            url: expect.stringMatching(/^\/audio\/lake\/01-lake\.wav\?v=[0-9a-f]{8}$/),
            seconds: 1.5,
          },
          {
            title: "lake/02 up & stairs.mp3",
            url: expect.stringMatching(/^\/audio\/lake\/02%20up%20%26%20stairs\.mp3\?v=/),
            seconds: expect.closeTo(100 * FRAME_SECONDS, 2),
          },
        ],
      },
    ]);
    expect(recordings.file("lake/01-lake.wav")).toMatchObject({ contentType: "audio/wav", size: 44 + 12_000 });
    expect(recordings.file("lake/02 up & stairs.mp3")).toMatchObject({ contentType: "audio/mpeg" });
  });

  it("are found in either Unicode form of their names", async () => {
    const decomposed = "für/été.wav".normalize("NFD");
    const { open } = someRecordings({ [decomposed]: wav(1) }, albumsYaml(["für/été.wav".normalize()]));
    const recordings = open();
    await recordings.refresh();
    const url = `/audio/${"für/été.wav".normalize().split("/").map(encodeURIComponent).join("/")}?v=`;
    expect(recordings.list()[0]?.recordings[0]?.url.startsWith(url)).toBe(true);
    expect(recordings.file("für/été.wav".normalize())).toMatchObject({ path: expect.stringContaining(decomposed) });
    expect(recordings.file(decomposed)).toBeDefined();
    expect(recordings.hasChanged()).toBe(false);
  });

  it("there are none in a folder without music", async () => {
    const { open, contentDir } = someRecordings({});
    rmSync(join(contentDir, "music"), { recursive: true });
    const recordings = open();
    await recordings.refresh();
    expect(recordings.list()).toEqual([]);
    expect(recordings.hasChanged()).toBe(false);
  });

  it("are left out and reported if the file is missing or is not audio", async () => {
    const files = { "a.wav": wav(1), "b.mp3": Buffer.from("<html>no audio</html>"), "c.flac": Buffer.from("fLaC") };
    const { open, said, contentDir } = someRecordings(files, albumsYaml([...Object.keys(files), "gone.ogg"]));
    const recordings = open();
    await recordings.refresh();
    expect(recordings.list()[0]?.recordings.map(({ title }) => title)).toEqual(["a.wav"]);
    expect(said).toMatchObject([
      { files: ["gone.ogg"] },
      { file: "b.mp3", reason: "is no mp3 file" },
      { file: "c.flac", reason: expect.any(String) },
    ]);
    expect(recordings.file("b.mp3")).toBeUndefined();
    // The releases report missing files.
    expect(recordings.unreadable()).toEqual([
      { path: join(contentDir, "music/b.mp3"), isShown: false },
      { path: join(contentDir, "music/c.flac"), isShown: false },
    ]);
  });

  it("are only files that a release names, even if a symbolic link points elsewhere", async () => {
    const { open, contentDir, write } = someRecordings(
      { "a.wav": wav(1) },
      albumsYaml(["a.wav", "out.wav", "in/b.wav"]),
    );
    writeFileSync(join(contentDir, "secret.wav"), wav(1));
    symlinkSync(join(contentDir, "secret.wav"), join(contentDir, "music/out.wav"));
    mkdirSync(join(contentDir, "elsewhere"));
    writeFileSync(join(contentDir, "elsewhere/b.wav"), wav(1));
    symlinkSync(join(contentDir, "elsewhere"), join(contentDir, "music/in"));
    write("unnamed.wav", wav(1));
    const recordings = open();
    await recordings.refresh();
    expect(recordings.list()[0]?.recordings.map(({ title }) => title)).toEqual(["a.wav"]);
    for (const path of ["out.wav", "in/b.wav", "unnamed.wav", "albums.yaml", "../secret.wav", "", "__proto__"]) {
      expect([path, recordings.file(path)]).toEqual([path, undefined]);
    }
  });
});

/** An album whose only recording does not play. */
const ONLY_LISTED = { album: "Lake Effect", recordings: [], silent: [{ title: "a.wav", place: 0 }] };

it("a song without a recording that plays is listed as silent, with its place", async () => {
  const songs = "{ title: First }\n      - { title: Second, file: a.wav }\n      - { title: Third, file: gone.wav }";
  const albums = `albums:\n  - name: Lake Effect\n    type: single\n    released: 2026\n    tracks:\n      - ${songs}\n`;
  const recordings = someRecordings({ "a.wav": wav(1) }, albums).open();
  await recordings.refresh();
  expect(recordings.list()).toMatchObject([
    {
      recordings: [{ title: "Second" }],
      silent: [
        { title: "First", place: 0 },
        { title: "Third", place: 2 },
      ],
    },
  ]);
});

describe("a change of the folder", () => {
  it("is found; without a change, the list is the same object", async () => {
    const folder = someRecordings({ "a.wav": wav(1) });
    const recordings = folder.open();
    await recordings.refresh();
    const before = recordings.list();
    expect(recordings.hasChanged()).toBe(false);
    folder.write("a.wav", wav(1));
    expect(recordings.hasChanged()).toBe(true);
    await recordings.refresh();
    expect(recordings.list()).toBe(before);
    folder.write("a.wav", wav(2));
    await recordings.refresh();
    expect(recordings.list()[0]?.recordings[0]).toMatchObject({ seconds: 2 });
    expect(recordings.list()[0]?.recordings[0]?.url).not.toBe(before[0]?.recordings[0]?.url);
    rmSync(join(folder.contentDir, "music/a.wav"));
    expect(recordings.hasChanged()).toBe(true);
    await recordings.refresh();
    expect(recordings.list()).toEqual([ONLY_LISTED]);
  });

  it("is found even if only the releases change", async () => {
    const folder = someRecordings({ "a.wav": wav(1), "b.wav": wav(1) }, albumsYaml(["a.wav"]));
    const recordings = folder.open();
    await recordings.refresh();
    folder.write("albums.yaml", albumsYaml(["b.wav"]));
    expect(recordings.hasChanged()).toBe(true);
    await recordings.refresh();
    expect(recordings.list()[0]?.recordings.map(({ title }) => title)).toEqual(["b.wav"]);
    expect(recordings.file("a.wav")).toBeUndefined();
  });

  it("shows at once if it changes titles, names or the order, and the recordings stay", async () => {
    const folder = someRecordings({ "a.wav": wav(1), "b.wav": wav(2) });
    const recordings = folder.open();
    await recordings.refresh();
    const edited = albumsYaml(["b.wav", "a.wav", "c.wav"])
      .replace("Lake Effect", "Long Point")
      .replace('title: "b', 'title: "B');
    folder.write("albums.yaml", edited);
    expect(recordings.list()).toMatchObject([
      {
        album: "Long Point",
        recordings: [
          { title: "B.wav", seconds: 2 },
          { title: "a.wav", seconds: 1 },
        ],
      },
    ]);
    expect(recordings.list()).toBe(recordings.list());
  });

  it("is found by the next check if it was made during a refresh", async () => {
    const folder = someRecordings({ "a.wav": wav(1) });
    const recordings = folder.open();
    const reading = recordings.refresh();
    folder.write("a.wav", wav(3));
    await reading;
    expect(recordings.hasChanged()).toBe(true);
  });
});

it("a recording that cannot be played is reported once, and again after another broken one has replaced it", async () => {
  const folder = someRecordings({ "a.wav": Buffer.from("no audio") });
  const recordings = folder.open();
  await recordings.refresh();
  folder.write("albums.yaml", albumsYaml(["a.wav", "b.wav"]));
  folder.write("b.wav", wav(1));
  await recordings.refresh();
  const about = ({ file }: { file?: unknown }) => file === "a.wav";
  expect(folder.said.filter(about)).toMatchObject([{ reason: "is no wav file" }]);
  folder.write("a.wav", Buffer.from("no audio yet"));
  await recordings.refresh();
  expect(folder.said.filter(about)).toHaveLength(2);
});

it("a second start reads no recording again, unless the cache is damaged", async () => {
  const folder = someRecordings({ "a.wav": wav(1) });
  const first = folder.open();
  await first.refresh();
  const path = join(folder.contentDir, "music/a.wav");
  const { size, mtime } = statSync(path);
  // The file is no longer audio, but the cache has the same size and time.
  writeFileSync(path, Buffer.alloc(size));
  utimesSync(path, mtime, mtime);
  const again = folder.open();
  await again.refresh();
  expect(again.list()).toEqual(first.list());
  writeFileSync(folder.cacheFile, "{ damaged");
  const third = folder.open();
  await third.refresh();
  expect(third.list()).toEqual([ONLY_LISTED]);
});

it("recordings play even if the cache cannot be written, which is logged", async () => {
  const folder = someRecordings({ "a.wav": wav(1) });
  mkdirSync(folder.cacheFile, { recursive: true });
  const recordings = folder.open();
  await recordings.refresh();
  expect(recordings.list()[0]?.recordings).toMatchObject([{ title: "a.wav" }]);
  expect(recordings.file("a.wav")).toBeDefined();
  expect(folder.said).toMatchObject([{ reason: expect.stringContaining("recordings.json") }]);
});
