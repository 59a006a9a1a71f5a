import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import { describe, expect, it } from "vitest";
import { aFolder, aSmallDisk, canMount, fillDisk } from "../../data/data-folder.case.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { listDrafts } from "../drafts/drafts.ts";
import { killPublications } from "./kills.case.ts";
import { changeContent, explainNotWritable, NotWritableError, writePending } from "./publish.ts";

const TEXTS = ["artist.json", "about.md"] as const;
const clock = () => new Date("2026-12-01T12:00:00Z");

function someTexts(contentDir = aFolder()): string {
  for (const file of TEXTS) cpSync(join(demoContent(), file), join(contentDir, file));
  return contentDir;
}

const published = (...files: { file: (typeof TEXTS)[number]; text: string }[]) =>
  ({ reason: "published", by: "owner", files }) as const;

it("a kill at any moment of a publication leaves the old or the new content", async () => {
  await killPublications(6);
});

it("a publication that was committed but not written is written at the next start", async () => {
  const contentDir = someTexts();
  const data = aDataFile();
  await changeContent({ contentDir, data, clock }, published({ file: "about.md", text: "new" }));
  // As after a crash between the commit and the last rename.
  await data.write((writer) => writer.run("UPDATE content_changes SET is_pending = 1"));
  cpSync(join(demoContent(), "about.md"), join(contentDir, "about.md"));
  writeFileSync(join(contentDir, "about.md.partial"), "ne");
  await writePending({ contentDir, data, clock });
  expect(readFileSync(join(contentDir, "about.md"), "utf8")).toBe("new");
  expect(readdirSync(contentDir).toSorted()).toEqual(["about.md", "artist.json"]);
});

it("a file that was changed by hand meanwhile stays, and the new text is a draft again", async () => {
  const contentDir = someTexts();
  const data = aDataFile();
  await changeContent({ contentDir, data, clock }, published({ file: "about.md", text: "new" }));
  await data.write((writer) => writer.run("UPDATE content_changes SET is_pending = 1"));
  writeFileSync(join(contentDir, "about.md"), "by hand");
  await writePending({ contentDir, data, clock });
  expect(readFileSync(join(contentDir, "about.md"), "utf8")).toBe("by hand");
  expect(listDrafts(data.read).map(({ file }) => file)).toEqual(["about.md"]);
});

it("a file that is a link is written where the link leads", async () => {
  const contentDir = someTexts();
  const elsewhere = join(aFolder(), "about.md");
  writeFileSync(elsewhere, "old");
  symlinkSync(elsewhere, join(contentDir, "terms.md"));
  await changeContent(
    { contentDir, data: aDataFile(), clock },
    { reason: "published", by: "owner", files: [{ file: "terms.md", text: "new" }] },
  );
  expect(readFileSync(elsewhere, "utf8")).toBe("new");
});

describe.runIf(canMount())("a disk without room", () => {
  it("says so, changes nothing and leaves nothing behind", async () => {
    const disk = aSmallDisk(1);
    const contentDir = someTexts(disk.dir);
    const before = readFileSync(join(contentDir, "about.md"), "utf8");
    const free = fillDisk(contentDir);
    const data = aDataFile();
    const change = published({ file: "artist.json", text: "{}" }, { file: "about.md", text: "x".repeat(100_000) });
    await expect(changeContent({ contentDir, data, clock }, change)).rejects.toThrow(NotWritableError);
    await expect(changeContent({ contentDir, data, clock }, change)).rejects.toThrow("The disk is full");
    expect(readFileSync(join(contentDir, "about.md"), "utf8")).toBe(before);
    expect(existsSync(join(contentDir, "artist.json.partial"))).toBe(false);
    free();
    await changeContent({ contentDir, data, clock }, change);
    expect(readFileSync(join(contentDir, "artist.json"), "utf8")).toBe("{}");
  });

  it("that can only be read says what to do", () => {
    const disk = aSmallDisk(1);
    someTexts(disk.dir);
    expect(explainNotWritable(disk.dir)).toBeUndefined();
    disk.makeReadOnly();
    expect(explainNotWritable(disk.dir)).toMatch(/^The folder .* is on a disk that can only be read/);
  });
});
