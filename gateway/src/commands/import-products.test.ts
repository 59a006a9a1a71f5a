import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aTestFolder } from "../testing/gateway-process.ts";
import { type Ended, runCommand } from "./run-command.case.ts";

/** Runs the command as npm does, in a folder without a `.env`. */
function run(contentDir: string, ...words: string[]): Promise<Ended> {
  return runCommand("import-products", words, { settings: { CONTENT_DIR: contentDir } });
}

it("npm run import-products prints what it would do, what it did, and which rows it skipped", async () => {
  const contentDir = aTestFolder();
  mkdirSync(join(contentDir, "store"));
  writeFileSync(join(contentDir, "store/store.yaml"), "currency: CAD\ncountry: CA\n");
  const file = join(contentDir, "products_export.csv");
  writeFileSync(file, "Title,Price\nMug,22.00\nPin,12.00\n");

  expect(await run(contentDir, file, "--dry-run")).toEqual({
    code: 0,
    err: "",
    out: "Nothing was changed. This is what an import would do:\n2 products added: mug, pin\n0 products changed\n0 products the same as before\n0 pictures to fetch\n",
  });
  expect(await run(contentDir, file)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Done\.\n2 products added/),
  });

  writeFileSync(file, "Title,Price,Image Src\nMug,cheap,\nPin,11.00,http://127.0.0.1/pin.jpg\n");
  const { code, err, out } = await run(contentDir, file);
  expect({ code, err, lines: out.split("\n") }).toEqual({
    code: 1,
    err: "",
    lines: [
      'Line 2 is left out: "cheap" is no price; it must look like 38.00',
      "The picture http://127.0.0.1/pin.jpg is on a private network, so it was not fetched.",
      "Done.",
      "0 products added",
      "1 product changed: pin",
      "  pin: price 12.00 → 11.00",
      "0 products the same as before",
      "0 pictures fetched",
      expect.stringMatching(
        /^The old products\.yaml is stored as .*store\/products\.yaml\.before-\d{4}-\d\d-\d\dT[\d.-]+Z$/,
      ),
      "",
    ],
  });
});

it("npm run import-products prints its help, and an error for wrong arguments", async () => {
  const contentDir = aTestFolder();
  expect(await run(contentDir, "--help")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^npm run import-products/),
  });
  for (const [words, sentence] of [
    [[], "No file is named."],
    [["a.csv", "--dry"], 'There is no "--dry".'],
  ] as const) {
    const { code, out, err } = await run(contentDir, ...words);
    expect({ code, out }).toEqual({ code: 64, out: "" });
    expect(err.startsWith(`${sentence}\n\nnpm run import-products -- FILE`)).toBe(true);
  }
  const { code, err } = await run(contentDir, "a.csv");
  expect({ code, err }).toEqual({
    code: 1,
    err: "store/store.yaml is missing; it says in which currency prices are.\n",
  });
});
