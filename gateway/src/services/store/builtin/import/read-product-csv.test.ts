import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aTestFolder } from "../../../../testing/gateway-process.ts";
import { type ProductRow, readProductCsv } from "./read-product-csv.ts";

async function readRows(file: string, text: string): Promise<ProductRow[]> {
  writeFileSync(file, text);
  const rows: ProductRow[] = [];
  for await (const row of readProductCsv(file)) rows.push(row);
  return rows;
}

it("reads a name with line breaks as one line, and the number of each row's first line", async () => {
  const file = join(aTestFolder(), "products.csv");
  const name = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", "\n", "\r\n", "<p>", "=", " ") });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, name), { maxLength: 5 }), async (written) => {
      const rows = written.map(([handle, title]) => [handle, title.trim() ? title : "Tee"]);
      const read = await readRows(file, stringify([["Handle", "Title"], ...rows], { quoted: true, bom: true }));
      expect(read.map(({ cells }) => [cells.get("handle") ?? "", cells.get("title")])).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/\s+/g, " ").trim())),
      );
      const lines = read.map(({ line }) => line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    }),
    tries(60),
  );
});

it.each([
  ["semicolons", 'Handle;Title;Variant Price\ntee;"Tee, ""Lake""";38,00\n'],
  ["tabs, and names it", 'sep=\t\r\nHandle\tTitle\tVariant Price\r\ntee\t"Tee, ""Lake"""\t38,00\r\n'],
])("reads a file that a spreadsheet has saved with %s", async (_, text) => {
  const [row] = await readRows(join(aTestFolder(), "products.csv"), text);
  expect(Object.fromEntries(row?.cells ?? [])).toEqual({ handle: "tee", title: 'Tee, "Lake"', price: "38.00" });
});

it("reads any file, or throws an error that names it", async () => {
  const file = join(aTestFolder(), "products.csv");
  const rough = fc.array(fc.constantFrom("Title", "Handle", ",", "\n", '"', "a", "\r", "\0", "é", "\ufeff"), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(rough, async (parts) => {
      const error = await readRows(file, parts.join("")).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!error) return;
      expect(error).toMatchObject({ name: "ContentError", message: expect.stringContaining("products.csv") });
    }),
    tries(100),
  );
});
