import { tries } from "@porchlight/fixtures/fuzz.ts";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Delimiter, detectDelimiter } from "../../../lib/csv-delimiter.ts";
import { type CsvRecord, csvRecords } from "./csv-records.ts";

const cell = fc.string({
  unit: fc.constantFrom("a", "é", "🎸", '"', "'", ",", ";", "\t", "\n", "\r\n", " ", "="),
  maxLength: 8,
});
const delimiter = fc.constantFrom<Delimiter>(",", ";", "\t");

/** @param cuts where to cut the text into pieces, never inside a character */
async function recordsOf(text: string, delimiter: Delimiter, cuts: readonly number[] = []): Promise<CsvRecord[]> {
  const letters = [...text];
  const places = [0, ...cuts.map((cut) => cut % (letters.length + 1)).sort((a, b) => a - b), letters.length];
  async function* pieces() {
    for (const [at, place] of places.slice(1).entries()) yield letters.slice(places[at], place).join("");
  }
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(pieces(), delimiter, "list.csv")) records.push(record);
  return records;
}

it("a file of a spreadsheet is read back unchanged, however it is cut into pieces", async () => {
  // Empty values at the end of a row are left out, so the test makes none.
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).filter((cells) => cells.at(-1)?.trim() !== "");
  const ends = fc.constantFrom("\n", "\r\n");
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 6 }),
      delimiter,
      ends,
      fc.array(fc.nat(), { maxLength: 4 }),
      async (rows, delimiter, end, cuts) => {
        const text = stringify(rows, { delimiter, record_delimiter: end, quoted: true });
        expect((await recordsOf(text, delimiter, cuts)).map(({ cells }) => cells)).toEqual(rows);
      },
    ),
    tries(150),
  );
});

it("a record has the number of the line where it begins", async () => {
  const row = fc
    .array(fc.constantFrom("a", "a\nb", "\r\n\r\n", "c"), { minLength: 1, maxLength: 3 })
    .map((cells) => [...cells, "end"]);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const texts = rows.map((cells) => stringify([cells], { quoted: true }));
      const lines = texts.map(
        (_, at) =>
          texts
            .slice(0, at)
            .join("")
            .split(/\r\n|\n/).length,
      );
      expect((await recordsOf(texts.join(""), ",")).map(({ line }) => line)).toEqual(rows.map((_, at) => lines[at]));
    }),
    tries(100),
  );
});

it("any text is either read, or rejected with its file and line", async () => {
  const rough = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", "\0", "sep=", "\ufeff") });
  await fc.assert(
    fc.asyncProperty(rough, async (text) => {
      const records = await recordsOf(text, detectDelimiter(text)).catch((error: unknown) => {
        expect(error).toMatchObject({ name: "ImportError", message: expect.stringMatching(/^list\.csv, line \d+: /) });
        return [];
      });
      const lines = records.map(({ line }) => line);
      expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    }),
    tries(200),
  );
});

it("a spreadsheet's empty cells at the end of a row are not read as values: there may be a million", async () => {
  expect(await recordsOf(`email,,\nann@example.com,,Ann${", ".repeat(900)}\n${",".repeat(900)}\n`, ",")).toEqual([
    { line: 1, cells: ["email"] },
    { line: 2, cells: ["ann@example.com", "", "Ann"] },
  ]);
});

it("a first line that names the delimiter is no record", async () => {
  for (const line of ["sep=;\r\n", '"sep=;"\n']) {
    expect(await recordsOf(`${line}email;name\n`, ";")).toEqual([{ line: 2, cells: ["email", "name"] }]);
  }
});
