import { lstatSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aFolder } from "./data-folder.case.ts";
import { sync, writeInPlace } from "./files.ts";

/** Flushes a file and its folder and records how each was opened. */
function syncOn(platform: NodeJS.Platform) {
  const folder = aFolder();
  const path = join(folder, "list.txt");
  writeFileSync(path, "Ann");
  const opened: unknown[] = [];
  const open: typeof openSync = (path, flags) => {
    opened.push([path, flags]);
    return openSync(path, flags);
  };
  sync(path, platform, open);
  sync(folder, platform, open);
  return { folder, path, opened };
}

it("flushing opens files and folders for reading only", () => {
  const { folder, path, opened } = syncOn("linux");
  expect(opened).toEqual([
    [path, "r"],
    [folder, "r"],
  ]);
});

it("on Windows, which flushes no folders, flushing opens a file for writing", () => {
  const { path, opened } = syncOn("win32");
  expect(opened).toEqual([[path, "r+"]]);
});

it("writing a file in place writes the file that a symbolic link points to", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "list.txt"), "Ann");
  symlinkSync(join(folder, "list.txt"), join(folder, "link.txt"));
  writeInPlace(join(folder, "link.txt"), "Ben");
  expect(lstatSync(join(folder, "link.txt")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "list.txt"), "utf8")).toBe("Ben");
});

it("writing a file in place leaves no other file behind", () => {
  const folder = aFolder();
  for (const content of ["Ann", "Ben"]) writeInPlace(join(folder, "list.txt"), content);
  expect(readdirSync(folder)).toEqual(["list.txt"]);
  expect(readFileSync(join(folder, "list.txt"), "utf8")).toBe("Ben");
});
