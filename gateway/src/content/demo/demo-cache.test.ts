import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoParts } from "@porchlight/protocol/demo.ts";
import { expect, it, vi } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { createDemoCache } from "./demo-cache.ts";

const WHOLE: DemoParts = { isWhole: true, files: [], shared: [], own: {} };

function aSite() {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "images"));
  const search = { contentDir, hasOwnShop: true, hasOwnMusic: true };
  const find = vi.fn(async () => WHOLE);
  return { contentDir, find, findCached: createDemoCache({ search, publicUrl: "https://ann.example", find }) };
}

it("searches again only when a file has changed", async () => {
  const { contentDir, find, findCached } = aSite();
  expect(await findCached()).toEqual({ ...WHOLE, isPublic: true, isShipped: false });
  await Promise.all([findCached(), findCached()]);
  expect(find).toHaveBeenCalledTimes(1);
  writeFileSync(join(contentDir, "about.md"), "---\ntitle: About\n---\n");
  await findCached();
  writeFileSync(join(contentDir, "images/n1.jpg"), "a picture");
  await findCached();
  expect(find).toHaveBeenCalledTimes(3);
});

it("searches again after a failed search", async () => {
  const { find, findCached } = aSite();
  find.mockRejectedValueOnce(new Error("no thread"));
  await expect(findCached()).rejects.toThrow("no thread");
  expect((await findCached()).isWhole).toBe(true);
});
