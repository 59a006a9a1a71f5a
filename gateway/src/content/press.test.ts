import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { findPressFiles, readPress } from "./press.ts";

const KIT = `---
title: Press kit
photos:
  - { name: bio, alt: The band, credit: "Photo: Ida Brandt" }
files:
  - { file: plot.pdf, title: Stage plot }
contacts:
  - { role: Booking, email: booking@example.com }
---
## Short

Three people.
`;

/** A content folder with this kit, the picture \`bio.jpg\` and the file \`plot.pdf\`. */
function aFolder(kit = KIT) {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "images"), { recursive: true });
  mkdirSync(join(contentDir, "press"));
  writeFileSync(join(contentDir, "images/bio.jpg"), "picture");
  writeFileSync(join(contentDir, "press/plot.pdf"), "plot");
  writeFileSync(join(contentDir, "press.md"), kit);
  return contentDir;
}

it("a kit lists its photographs with their credit, and its files", () => {
  const contentDir = aFolder();
  const read = readPress(contentDir);
  if (!read) throw new Error("There is no kit");
  expect(read.missing).toBeUndefined();
  expect(findPressFiles(contentDir, read.press)).toMatchObject({
    photos: [{ name: "bio.jpg", photo: { picture: "bio", credit: "Photo: Ida Brandt" }, contentType: "image/jpeg" }],
    files: [{ name: "plot.pdf", title: "Stage plot", contentType: "application/pdf" }],
  });
});

it("without the file there is no kit", () => {
  expect(readPress(aTestFolder())).toBeUndefined();
});

it("names pictures and files that do not exist, with their lines, and leaves them out", () => {
  const contentDir = aFolder(KIT.replace("name: bio", "name: boi").replace("plot.pdf", "Plot.pdf"));
  const read = readPress(contentDir);
  expect(read?.missing?.names).toEqual(["boi", "Plot.pdf"]);
  expect(read?.missing?.files).toEqual(["images/boi", "press/Plot.pdf"]);
  expect(read?.missing?.message).toContain('press.md, line 4 (photos 1, name): there is no picture "boi"');
  expect(read?.missing?.message).toContain(
    'line 6 (files 1, file): there is no file "Plot.pdf" in content/press; there is',
  );
  if (read) expect(findPressFiles(contentDir, read.press)).toEqual({ photos: [], files: [] });
});

it("never offers a file outside of the folder, even if a symbolic link in the folder points to it", () => {
  const contentDir = aFolder(KIT.replace("file: plot.pdf", "file: secret.txt"));
  writeFileSync(join(contentDir, "private.txt"), "secret");
  symlinkSync(join(contentDir, "private.txt"), join(contentDir, "press/secret.txt"));
  expect(readPress(contentDir)?.missing?.names).toEqual(["secret.txt"]);
  const upward = aFolder(KIT.replace("file: plot.pdf", "file: ../private.txt"));
  writeFileSync(join(upward, "private.txt"), "secret");
  expect(readPress(upward)?.missing?.names).toEqual(["../private.txt"]);
});

it.each([
  ["no biography", KIT.slice(0, KIT.indexOf("## Short")), "(body): needs a biography"],
  ["a photo without a credit", KIT.replace(', credit: "Photo: Ida Brandt"', ""), '(photos 1): "credit" is missing'],
  ["a photo without words", KIT.replace("alt: The band", 'alt: ""'), '(photos 1): "alt" is missing'],
  ["a program", KIT.replace("plot.pdf", "plot.exe"), "(files 1, file): must be a PDF"],
  ["a page", KIT.replace("plot.pdf", "plot.html"), "(files 1, file): must be a PDF"],
  ["a wrong address", KIT.replace("booking@example.com", "booking"), "(contacts 1, email): must be an email address"],
  ["another key", KIT.replace("photos:", "fotos:"), 'nothing here is called "fotos"'],
  ["no dashes", "## Short", "press.md, line 1: must begin with a line of three dashes"],
  [
    "two downloads of one name",
    KIT.replace("plot.pdf", "bio.pdf"),
    'line 6 (files 1, file): another photo or file is called "bio" already',
  ],
])("explains %s", (_what, kit, message) => {
  expect(() => readPress(aFolder(kit))).toThrow(message);
});
