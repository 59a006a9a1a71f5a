import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { MAX_BYTES, readText } from "./read-text.ts";

/** Reads a file with these bytes. */
function readBack(bytes: string | Uint8Array): string | undefined {
  const folder = aTestFolder();
  writeFileSync(join(folder, "about.md"), bytes);
  return readText(folder, "about.md");
}

describe("an owner's text file", () => {
  it("is read with emoji and line ends, but without a byte order mark", () => {
    expect(readBack("\uFEFFname: 🎸\r\n")).toBe("name: 🎸\r\n");
  });

  it("returns no text if the file or its folder is missing", () => {
    expect(readText(aTestFolder(), "store/store.yaml")).toBeUndefined();
  });

  it("that is a film of gigabytes is rejected without being read", () => {
    const folder = aTestFolder();
    const path = join(folder, "about.md");
    writeFileSync(path, "");
    truncateSync(path, 5 * 1024 ** 3);
    expect(() => readText(folder, "about.md")).toThrow("about.md is too large: 5120 MB; the maximum is 1 MB");
  });

  it.each([
    ["is empty", "", "about.md is empty"],
    ["holds blanks only", " \r\n\t\n", "about.md is empty"],
    ["is too large", "x".repeat(MAX_BYTES + 1), "about.md is too large: 1.1 MB; the maximum is 1 MB"],
    [
      "is in an old encoding of Windows",
      Buffer.from("one\ntwo\ncaf\xe9\nfour", "latin1"),
      "about.md, line 3: holds a letter that is not UTF-8",
    ],
    [
      "ends within a letter",
      Buffer.from("one\n🎸").subarray(0, 6),
      "about.md, line 2: holds a letter that is not UTF-8",
    ],
    ["is UTF-16", Buffer.from("\uFEFFname: June", "utf16le"), "about.md, line 1: is saved as UTF-16; save it as UTF-8"],
    ["was emptied by a power cut", Buffer.from("one\n\0\0\0"), "about.md, line 2: holds bytes that are not text"],
  ])("is rejected with a clear message if it %s", (_, bytes, sentence) => {
    expect(() => readBack(bytes)).toThrow(sentence);
  });

  it("is rejected with a clear message if it is a folder", () => {
    const folder = aTestFolder();
    mkdirSync(join(folder, "about.md"));
    expect(() => readText(folder, "about.md")).toThrow("about.md is a folder; it must be a file");
  });

  it("is rejected and not opened if it is a pipe or a device", () => {
    const folder = aTestFolder();
    execFileSync("mkfifo", [join(folder, "about.md")]);
    symlinkSync("/dev/zero", join(folder, "terms.md"));
    for (const file of ["about.md", "terms.md"]) {
      expect(() => readText(folder, file)).toThrow(`${file} cannot be read: it is a pipe, a socket or a device`);
    }
  });
});
