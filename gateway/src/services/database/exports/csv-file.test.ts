import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { harmlessAddress, harmlessCell, withoutGuards } from "../../../lib/formulas.ts";
import { csvFile } from "./csv-file.ts";
import { linkOf } from "./exports.case.ts";

type Format = Parameters<typeof csvFile>[0];

async function fileOf(row: Partial<Subscriber>, format: Format = "csv"): Promise<string> {
  async function* pages() {
    yield [aSubscriber(row)];
  }
  let file = "";
  for await (const piece of csvFile(format, pages(), linkOf)) file += piece;
  return file;
}

async function cellsOf(row: Partial<Subscriber>, format?: Format): Promise<Record<string, string>> {
  const [cells] = parse<Record<string, string>>(await fileOf(row, format), { columns: true, bom: true });
  if (cells === undefined) throw new Error("There is no row");
  return cells;
}

const HOSTILE = [
  '=HYPERLINK("https://evil.example","here")',
  "+1+1",
  "-2+3",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n@x",
  " =1+1",
  '"=1+1',
  "'=1+1",
  "Ann;=1+1",
  "Ann,=1+1",
  "Ann\t-1",
  "Ann\";=cmd|'/C calc'!A0",
  "＝1+1",
  "|=1",
];
/** A cell that begins like a formula, also where a spreadsheet of another language begins a cell. */
const IS_FORMULA = /(^|[;,|\t\r\n])[\s"]*[=+\-@＝＋－＠]/u;

describe("the list as CSV", () => {
  it("is UTF-8 with a byte order mark, CR LF, and the columns that Mailchimp reads", async () => {
    const file = await fileOf({ first_name: "Änne", last_name: "O'Lake, Jr" });
    expect(file.split("\r\n")[0]).toBe("\ufeffemail,First Name,Last Name,status,source,subscribed_at,unsubscribe_url");
    expect(file.endsWith("\r\n")).toBe(true);
    expect(await cellsOf({ first_name: "Änne", last_name: "O'Lake, Jr" })).toEqual({
      email: "ann@example.com",
      "First Name": "Änne",
      "Last Name": "O'Lake, Jr",
      status: "active",
      source: "website-footer",
      subscribed_at: "2026-03-01T12:00:00+00:00",
      unsubscribe_url: linkOf("ann@example.com"),
    });
  });

  it("for listmonk has the columns that it reads, with the other fields as JSON", async () => {
    for (const source of [...HOSTILE, 'He said "hi"', "a\\b", "line\nbreak", "🎸"]) {
      const cells = await cellsOf({ first_name: "Änne", last_name: "O'Lake, Jr", source }, "listmonk");
      const { attributes = "", ...others } = cells;
      expect(others).toEqual({ email: "ann@example.com", name: "Änne O'Lake, Jr" });
      expect(JSON.parse(attributes)).toEqual({
        status: "active",
        source,
        subscribed_at: "2026-03-01T12:00:00+00:00",
        unsubscribe_url: linkOf("ann@example.com"),
      });
    }
  });

  it.each(["csv", "listmonk"] as const)("has no value in two columns of the %s file", async (format) => {
    const names = { first_name: "Änne", last_name: "O'Lake" };
    const { attributes = "{}", ...others } = await cellsOf(names, format);
    const values = [...Object.values(others), ...Object.values<string>(JSON.parse(attributes))];
    expect(values.length).toBeGreaterThan(5);
    for (const value of values) expect(values.filter((other) => other.includes(value))).toEqual([value]);
  });

  it.each(HOSTILE)("writes no formula for a name such as %j", async (name) => {
    const row = { first_name: name, last_name: name, source: `import:${name}` };
    const cells = await cellsOf(row);
    const { attributes = "", ...others } = await cellsOf(row, "listmonk");
    for (const cell of [...Object.values(cells), ...Object.values(others)]) expect(cell).not.toMatch(IS_FORMULA);
    // A spreadsheet that ends cells at commas also reads the quotes.
    expect(attributes).not.toMatch(/(^|[;|\t\r\n])[\s"]*[=+\-@＝＋－＠]/u);
    expect(cells["First Name"]?.replaceAll("'", "")).toBe(name.replaceAll("'", ""));
  });

  it("does not change harmless addresses that begin with a sign", async () => {
    for (const email of ["+ann@example.com", "-ann.o'lake@example.com", "ann+news@example.com", "-1@example.com"]) {
      expect((await cellsOf({ email })).email).toBe(email);
    }
  });

  it("writes no formula for an address that is one", async () => {
    for (const email of ['=hyperlink("//evil.example")&"@x.y', "=1+1@x.y", "+cmd|'/c'!a0@x.y", "a;=b@x.y"]) {
      const cell = (await cellsOf({ email })).email ?? "";
      expect(cell).not.toMatch(/(^|[;,|\t\r\n])[\s"]*[=+\-@]/);
      expect(cell.replaceAll("'", "")).toBe(email.replaceAll("'", ""));
    }
  });

  it("changes a text only by adding apostrophes", () => {
    const text = fc.string({
      unit: fc.constantFrom("=", "+", "-", "@", ";", ",", "|", "\t", "\r", "\n", '"', "'", " ", "a", "1", "＝"),
    });
    fc.assert(
      fc.property(text, (value) => {
        for (const cell of [harmlessCell(value), ...(/[;|,]/.test(value) ? [harmlessAddress(value)] : [])]) {
          expect(cell.replaceAll("'", "")).toBe(value.replaceAll("'", ""));
          expect(cell).not.toMatch(IS_FORMULA);
        }
        if (!/[\t\r\n]/.test(value)) expect(withoutGuards(harmlessCell(value))).toBe(value);
      }),
      tries(3_000),
    );
  });

  it("is read back by a CSV reader cell by cell", async () => {
    // No list stores half characters or NULs.
    const name = anyText(20).map((text) => text.toWellFormed().replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(name, name, async (first_name, last_name) => {
        const cells = await cellsOf({ first_name, last_name });
        expect(cells["First Name"]).toBe(harmlessCell(first_name));
        expect(cells["Last Name"]).toBe(harmlessCell(last_name));
      }),
      tries(500),
    );
  });
});
