import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { exceedsLimits } from "./limits.ts";

const problemOf = (text: string) => exceedsLimits(parse(text))?.message;
const nested = (levels: number) => `{ ${"a { ".repeat(levels - 1)} a ${"}".repeat(levels - 1)} }`;
const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(" ");

describe("a document", () => {
  it("may be 15 levels deep, including the levels of its fragments", () => {
    expect(problemOf(nested(15))).toBeUndefined();
    expect(problemOf(nested(16))).toContain("15 levels");
    expect(problemOf(`{ a { ...F } } fragment F on A ${nested(14)}`)).toBeUndefined();
    expect(problemOf(`{ a { ...F } } fragment F on A ${nested(15)}`)).toContain("15 levels");
  });

  it("may have 1,000 fields, including the fields of its fragments", () => {
    const fields = (count: number) => times(count, (at) => `b${at}`);
    expect(problemOf(`{ a { ${fields(999)} } }`)).toBeUndefined();
    expect(problemOf(`{ a { ${fields(1_000)} } }`)).toContain("1000 fields");
    expect(problemOf(`{ a { ...F ...F ...F } } fragment F on A { ${fields(400)} }`)).toContain("1000 fields");
  });

  it("may have 3,000 fields, 10 operations and 60 fragments in all", () => {
    const operations = (count: number) => times(count, (at) => `query q${at} { a { ...F } }`);
    const F = `fragment F on A { ${times(250, (at) => `b${at}`)} }`;
    expect(problemOf(`${operations(10)} ${F}`)).toBeUndefined();
    expect(problemOf(`${operations(11)} ${F}`)).toContain("10 operations");
    expect(problemOf(`${operations(10)} ${F} ${F.replaceAll("F", "G")}`)).toContain("in all");
    const fragments = (count: number) => times(count, (at) => `fragment F${at} on Q { a }`);
    expect(problemOf(`{ ...F0 } ${fragments(60)}`)).toBeUndefined();
    expect(problemOf(`{ ...F0 } ${fragments(61)}`)).toContain("60 fragments");
  });

  it("may not repeat a field many times, because validation compares each pair of fields", () => {
    const same = "priceRange { minVariantPrice { amount } } ";
    expect(problemOf(`{ a { ${same.repeat(20)} } }`)).toBeUndefined();
    for (const text of [
      `{ a { ${same.repeat(330)} } }`,
      `{ a { ${same.repeat(40)} } }`,
      `{ a { ...F ...G } } fragment F on A { ${"b ".repeat(25)} } fragment G on A { ${"b ".repeat(25)} }`,
      `{ ${"a { ... { b } } ".repeat(45)} }`,
      `{ ${times(20, (at) => `a { b(values: [${times(90, (value) => String(at + value))}]) }`)} }`,
    ])
      expect(problemOf(text), text).toContain("too many times");
  });

  it("may have 250 aliases, if none of them is very long", () => {
    expect(problemOf(`{ a { ${times(250, (at) => `a${at}: b`)} } }`)).toBeUndefined();
    expect(problemOf(`{ a { ${times(251, (at) => `a${at}: b`)} } }`)).toContain("250 aliases");
    expect(problemOf(`{ ${"x".repeat(65)}: b }`)).toContain("aliases");
  });

  it("may have 20 queries or 5 changes", () => {
    expect(problemOf(`{ ${times(20, (at) => `a${at}: b`)} }`)).toBeUndefined();
    expect(problemOf(`{ ${times(21, (at) => `a${at}: b`)} }`)).toContain("20 fields");
    expect(problemOf(`mutation { ${times(5, (at) => `a${at}: b`)} }`)).toBeUndefined();
    expect(problemOf(`mutation { ...F ...F } fragment F on Mutation { ${"b ".repeat(3)} }`)).toContain("5 fields");
  });

  it("may not have a fragment that contains itself, or a tower of fragments with too many fields", () => {
    expect(problemOf("{ ...A } fragment A on Q { ...B } fragment B on Q { ...A }")).toContain("contains itself");
    const tower = times(40, (at) => `fragment F${at} on Q { ...F${at + 1} ...F${at + 1} }`);
    expect(problemOf(`{ ...F0 } ${tower} fragment F40 on Q { a }`)).toContain("fields");
    expect(problemOf(`{ ...F0 } ${tower}`)).toContain("fields");
  });

  it("may contain an introspection, but without aliases, which could multiply its response", () => {
    expect(problemOf("{ __schema { types { fields { type { name } } } } }")).toBeUndefined();
    expect(problemOf("{ __schema { types { a: fields { type { name } } } } }")).toContain("without aliases");
    expect(problemOf("{ a: __schema { types { name } } }")).toContain("without aliases");
    expect(problemOf("{ kind: __typename }")).toBeUndefined();
  });
});
