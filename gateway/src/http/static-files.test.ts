import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { loadBuiltFiles } from "./static-files.ts";

it("browsers cache bundles forever, but revalidate their licences", () => {
  const client = aTestFolder();
  mkdirSync(join(client, "assets"));
  writeFileSync(join(client, "assets/home-abc.js"), "export {};");
  writeFileSync(join(client, "licences.txt"), "react (MIT)");

  const files = loadBuiltFiles(client);

  expect([...files.keys()]).toEqual(["/assets/home-abc.js", "/licences.txt"]);
  expect(files.get("/assets/home-abc.js")?.headers).toMatchObject({
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  expect(files.get("/licences.txt")?.headers).toMatchObject({
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-cache",
  });
});

it("before the site is built, no files are served", () => {
  expect(loadBuiltFiles(join(aTestFolder(), "dist/client")).size).toBe(0);
});
