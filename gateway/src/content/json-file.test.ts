import { tries } from "@porchlight/fixtures/fuzz.ts";
import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { readJsonFile } from "./json-file.ts";

const read = (source: string) => readJsonFile("artist.json", source, v.unknown()).value;

describe("a JSON file of the content folder", () => {
  it("is read as JSON.parse would read it", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, "\t"), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        expect(read(written)).toEqual(JSON.parse(written));
      }),
      tries(),
    );
  });

  it("is rejected if JSON.parse rejects it", () => {
    const stray = fc.constantFrom("", ",", '"', "}", "x", "'", "\\", "\t");
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.nat(), stray, (text, at, put) => {
        const place = at % text.length;
        const broken = `${text.slice(0, place)}${put}${text.slice(place + 1)}`;
        if (!isJson(broken)) expect(() => read(broken)).toThrow("artist.json, line 1: ");
      }),
      tries(),
    );
  });

  it("may have emoji and CRLF line ends", () => {
    expect(read('{\r\n  "a": "🎸 “so”",\r\n  "b": [1, true, null]\r\n}\r\n')).toEqual({
      a: "🎸 “so”",
      b: [1, true, null],
    });
  });

  it.each([
    ["a comma too many", '{\n  "a": 1,\n}', "line 2: there is a comma too many before }"],
    ["a comma too many in a list", '{\n  "a": [1, 2,]\n}', "line 2: there is a comma too many before ]"],
    ["two commas", '{\n  "a": 1,,\n  "b": 2\n}', "line 2: there is a comma too many"],
    ["a missing comma", '{\n  "a": 1\n\n  "b": 2\n}', "line 2: a comma is missing after this"],
    ["a missing colon", '{\n  "a" 1\n}', 'line 2: a colon is missing after "a"'],
    ["curly quotes", "{\n  “a”: 1\n}", "line 2: “ is a curly quote; write straight ones"],
    ["a value in curly quotes", '{\n  "a": “b”\n}', "line 2: “ is a curly quote; write straight ones"],
    ["single quotes", "{\n  'a': 1\n}", "line 2: single quotes do not count"],
    ["text without quotes", '{\n  "a": so it is\n}', "line 2: words need straight quotes around them"],
    ["a name without quotes", "{\n  a: 1\n}", "line 2: a name needs straight quotes"],
    ["a number with a zero before it", '{\n  "a": 01\n}', "line 2: words need straight quotes around them"],
    ["quotes that do not close", '{\n  "a": "b,\n  "c": 1\n}', "line 2: the quotes that open here do not close"],
    ["a tab between quotes", '{\n  "a": "b\tc"\n}', "line 2: a tab cannot stand between quotes"],
    ["a backslash", '{\n  "a": "C:\\music"\n}', "line 2: a \\ between quotes must be written twice"],
    ["a comment", '{\n  // my name\n  "a": 1\n}', "line 2: a note cannot stand in this file"],
    ["a name twice", '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}', 'line 4: "a" is there twice; keep one of them'],
    ["its end missing", '{\n  "a": {\n    "b": 1', "line 2: what opens here never closes; } is missing"],
    ["an end after a colon", '{\n  "a":', "line 2: the file ends too early"],
    ["something after its end", '{\n  "a": 1\n}\n}', "line 4: something stands after the end"],
    ["a thousand brackets", "[".repeat(1000), "line 1: is nested too deep"],
  ])("is rejected if it has %s, and the error names the line", (_, source, sentence) => {
    expect(() => read(source)).toThrow(`artist.json, ${sentence}`);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
