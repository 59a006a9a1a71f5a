import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { runCommand } from "./run-command.case.ts";

const NO_CONTENT_DIR = { CONTENT_DIR: "" };

it("copies the demo to the data folder, once", async () => {
  const dataDir = join(aTestFolder(), "data");
  const settings = { ...NO_CONTENT_DIR, DATA_DIR: dataDir };
  const first = await runCommand("make-mine", [], { settings });
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`It is in ${join(dataDir, "content")}`) });
  expect(existsSync(join(dataDir, "content/images/n1.jpg"))).toBe(true);
  const second = await runCommand("make-mine", ["--empty"], { settings });
  expect(second).toMatchObject({ code: 0, out: expect.stringContaining("yours already") });
  expect(readFileSync(join(dataDir, "content/artist.json"), "utf8")).toContain("Harbour Line");
});

it("commands that write the content refuse to write the demo's, and say what to do", async () => {
  const settings = { ...NO_CONTENT_DIR, DATA_DIR: join(aTestFolder(), "data") };
  for (const [command, ...args] of [
    ["import-products", "products.csv"],
    ["import-shows", "shows.csv", "--write"],
  ]) {
    const { code, err } = await runCommand(command ?? "", args, { settings });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("npm run make-mine") });
  }
});
