import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aFolder } from "./data-folder.case.ts";
import { sync, writeInPlace } from "./files.ts";

/** How a file and its folder are opened on a platform to be waited for. */
function waitedFor(platform: NodeJS.Platform) {
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

it("a file and the names in a folder are waited for as what may only be read", () => {
  const { folder, path, opened } = waitedFor("linux");
  expect(opened).toEqual([
    [path, "r"],
    [folder, "r"],
  ]);
});

it("on Windows, which waits for no folder, a file is opened as one that may be written", () => {
  const { path, opened } = waitedFor("win32");
  expect(opened).toEqual([[path, "r+"]]);
});

it("a file that is written in its place leaves nothing else there", () => {
  const folder = aFolder();
  for (const content of ["Ann", "Ben"]) writeInPlace(join(folder, "list.txt"), content);
  expect(readdirSync(folder)).toEqual(["list.txt"]);
  expect(readFileSync(join(folder, "list.txt"), "utf8")).toBe("Ben");
});
