import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PostgrestError } from "../postgrest/errors.ts";
import { parseArray, parseValue, textFromJson } from "./values.ts";

describe("values of a query", () => {
  it.each([
    ["5", 5n],
    [" +7 ", 7n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["9223372036854775807", 2n ** 63n - 1n],
  ])("%s is a bigint", (text, expected) => {
    expect(parseValue(text, "bigint")).toBe(expected);
  });

  it.each([
    ["", "22P02"],
    ["1.5", "22P02"],
    ["1e3", "22P02"],
    ["0x10", "22P02"],
    ["9223372036854775808", "22003"],
    ["9".repeat(5_000), "22003"],
  ])("%s is not a bigint", (text, code) => {
    expect(() => parseValue(text, "bigint")).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code }) }),
    );
  });
});

describe("arrays of a query", () => {
  it.each([
    ["{}", []],
    [" { } ", []],
    ["{a,b}", ["a", "b"]],
    ['{ a b , "c,d" ,"e\\"f",g\\,h}', ["a b", "c,d", 'e"f', "g,h"]],
    ['{NULL,null,"null"}', [null, null, "null"]],
    ['{""}', [""]],
  ])("%s is parsed", (text, expected) => {
    expect(parseArray(text)).toEqual(expected);
  });

  it.each(["", "a", "{a", "a}", "{a,}", "{,}", "{ , }", "{{a}}", '{"a}', '{"a"b}', "{a\\}"])(
    "%s is rejected",
    (text) => {
      expect(() => parseArray(text)).toThrow(PostgrestError);
    },
  );

  it("are rejected quickly even if they are long", () => {
    for (const worst of [" ".repeat(16_000), '"'.repeat(15_999), "a ".repeat(8_000), "\\".repeat(16_000)]) {
      expect(() => parseArray(`{${worst}{}`)).toThrow(PostgrestError);
    }
  });

  it("are parsed unchanged if they are in quotes", () => {
    fc.assert(
      fc.property(fc.array(anyText(), { minLength: 1 }), (elements) => {
        const written = elements.map((element) => `"${element.replace(/["\\]/g, "\\$&")}"`).join(",");
        expect(parseArray(`{${written}}`)).toEqual(elements);
      }),
      tries(),
    );
  });
});

describe("fields of a body as text", () => {
  it.each([
    [null, null],
    [undefined, null],
    ["a", "a"],
    [5, "5"],
    [true, "true"],
    [{ a: [1] }, '{"a":[1]}'],
  ])("%o", (value, expected) => {
    expect(textFromJson(value)).toBe(expected);
  });
});
