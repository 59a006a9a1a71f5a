import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aTestFolder } from "../../../testing/gateway-process.ts";
import { aFile, aSubscriberList, importFile, listRows } from "./import-list.case.ts";
import { openList } from "./list-records.ts";

describe("a file that is not a list", () => {
  it.each([
    ["is empty", "", "x.csv", /is empty\.$/],
    ["is blank", "\ufeff \n\n", "x.csv", /is empty\.$/],
    ["is a zip", "PK\u0003\u0004…", "audience.zip", /is a zip\. Unpack it .* unsubscribed_…/],
    ["is a workbook", "PK\u0003\u0004…", "fans.xlsx", /is a spreadsheet\. Save it as "CSV UTF-8" first\.$/],
    ["holds vCards", "BEGIN:VCARD\nEMAIL:ann@example.com\nEND:VCARD\n", "x.vcf", /holds vCards\. Export .* as CSV/],
    ["is packed", gzipSync("email\n"), "x.csv.gz", /is packed with gzip/],
    ["is a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 0, 1, 2, 3]), "x.png", /holds no text/],
    ["has no addresses", "name,city\nAnn,Oslo\n", "x.csv", /has no column of email addresses/],
  ])("is rejected with a sentence when it %s", async (_, contents, name, sentence) => {
    await expect(openList(aFile(contents, name))).rejects.toThrow(sentence);
  });

  it("is rejected with a sentence when it is a folder or missing", async () => {
    const folder = join(aTestFolder(), "exports");
    mkdirSync(folder);
    await expect(openList(folder)).rejects.toThrow(/exports is a folder\. Name one file in it\.$/);
    await expect(openList(join(folder, "none.csv"))).rejects.toThrow(/^There is no file .*none\.csv\.$/);
  });
});

describe("a hostile list", () => {
  it("changes nothing when a quotation mark is never closed, and the error names the line", async () => {
    const { data } = aSubscriberList();
    const rows = ["email,name", 'ann@example.com,"two\r\nlines"', 'ben@example.com,"open', "cleo@example.com,"];
    await expect(importFile(data, aFile(rows.join("\r\n")))).rejects.toThrow(/, line 4: this line does not end/);
    expect(listRows(data)).toEqual([]);
  });

  it("changes nothing when a value has ten megabytes, whether its quotes are closed or not", async () => {
    const { data } = aSubscriberList();
    const long = "x".repeat(10_000_000);
    for (const value of [long, `"${long}"`, `"${long}`]) {
      const file = aFile(`email,name\nann@example.com,Ann\nben@example.com,${value}\n`);
      await expect(importFile(data, file)).rejects.toThrow(/, line 3: this line does not end/);
    }
    const json = aFile(`[{"email": "ann@example.com"}, {"email": "${long}"}]`);
    await expect(importFile(data, json)).rejects.toThrow(/line 1: this entry does not end/);
    expect(listRows(data)).toEqual([]);
  });

  it("is rejected at once when it is JSON with sixty thousand nested lists", async () => {
    const { data } = aSubscriberList();
    await expect(importFile(data, aFile(`${"[".repeat(900)}${"{},".repeat(400_000)}`))).rejects.toThrow(
      /a list begins inside of another entry/,
    );
    await expect(importFile(data, aFile("[".repeat(60_000)))).rejects.toThrow(/nested too deep/);
    expect(listRows(data)).toEqual([]);
  });

  it("loses no row because of mixed line ends, quotation marks in values or missing values", async () => {
    const { data } = aSubscriberList();
    const file = aFile(
      'email,name\r\na@example.com,Al "Ace" Lee\nb@example.com\rc@example.com,C,,\r\n"d@example.com","D"',
    );
    expect((await importFile(data, file)).map(([line]) => line)).toEqual([2, 3, 4, 5]);
    expect(listRows(data).map((row) => row.split(" ")[0])).toEqual(
      ["a", "b", "c", "d"].map((name) => `${name}@example.com`),
    );
  });

  it("loses only the rows with control characters or lone surrogates", async () => {
    const { data } = aSubscriberList();
    const rows = Array.from({ length: 20 }, (_, at) => `fan${at}@example.com,Fan`).join("\n");
    const file = aFile(`email,name\n${rows}\na\0b@example.com,Ann\nann@example.com,A\0nn\n`);
    const results = await importFile(data, file);
    expect(results.slice(-2).map(([, , reason]) => reason)).toEqual([
      "has no valid email address",
      "has a name with invalid characters",
    ]);
    expect(listRows(data)).toHaveLength(20);
    const half = aFile('[{"email": "ben@example.com", "first_name": "Be\\ud83cn"}]');
    expect(await importFile(data, half)).toEqual([[1, "ben@example.com", "has a name with invalid characters"]]);
  });

  it("is either read to its end or rejected with a sentence", async () => {
    const { data } = aSubscriberList();
    const text = fc.array(
      fc.constantFrom("a@b.co", ",", ";", '"', "\n", "\r", "\t", "email", "{", "[", "]", "é", "\0", "x"),
    );
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        try {
          await importFile(data, aFile(parts.join("")), { isWriting: false });
        } catch (error) {
          expect(error).toMatchObject({ name: "ImportError" });
        }
      }),
      tries(25),
    );
  });
});
