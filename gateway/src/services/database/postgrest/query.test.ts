import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Condition, GROUP_DEPTH_MAX, type Test } from "./conditions.ts";
import { PostgrestError } from "./errors.ts";
import { parseQuery } from "./query.ts";

const parse = (query: string) => parseQuery(query, "newsletter_subscribers");
const parameter = (key: string, value: string) => new URLSearchParams([[key, value]]).toString();

/** Pieces of the grammar, so that random queries are nearly valid. */
const pieces = fc.constantFrom(
  ...'( ) { } , . : :: " \\ * - -> ->> = & % + ... not. eq. in. is. and or like(any). order limit offset select'.split(
    " ",
  ),
  "email",
  "id",
  "1",
  "\0",
  "\u{1f3b8}",
  "%00",
  "%ff",
);
const scrambled = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));

describe("parsing a query", () => {
  it("parses what the official client sends for a page of the list", () => {
    expect(parse("select=*&order=subscribed_at.desc&offset=20&limit=10&status=eq.active")).toEqual({
      select: [{ column: "*" }],
      conditions: [{ kind: "test", column: "status", negated: false, test: { operator: "eq", value: "active" } }],
      order: [{ column: "subscribed_at", descending: true }],
      range: { offset: 20, limit: 10 },
      isLimited: true,
      columns: undefined,
    });
  });

  it("parses values with commas, brackets and quotes", () => {
    expect(parse(parameter("email", 'in.("a,b","c\\"d",e f,"x"y)')).conditions).toEqual([
      {
        kind: "test",
        column: "email",
        negated: false,
        test: { operator: "in", values: ["a,b", 'c"d', "e f", '"x"y'] },
      },
    ]);
    expect(parse(parameter("email", "eq.a,b)")).conditions).toMatchObject([{ test: { value: "a,b)" } }]);
    expect(parse(parameter("or", '(email.eq."a,b",id.eq(any).{1,2})')).conditions).toMatchObject([
      { conditions: [{ test: { value: "a,b" } }, { test: { quantifier: "any", value: "{1,2}" } }] },
    ]);
  });

  it("parses nested groups down to a certain depth", () => {
    const nested = (depth: number) => parameter("or", `${"(and".repeat(depth)}(id.eq.1)${")".repeat(depth)}`);
    expect(parse(nested(GROUP_DEPTH_MAX - 1)).conditions).toHaveLength(1);
    expect(() => parse(nested(GROUP_DEPTH_MAX))).toThrow(PostgrestError);
    expect(() => parse(nested(100_000))).toThrow(PostgrestError);
  });

  it("takes only as much time as fits the query's length, even for the worst queries", () => {
    for (const worst of [
      '"'.repeat(8_000),
      '("'.repeat(4_000),
      "a-".repeat(4_000),
      "\\".repeat(8_000),
      " ".repeat(8_000),
    ]) {
      for (const key of ["select", "order", "columns", "or"])
        expect(() => parse(parameter(key, worst))).toThrow(PostgrestError);
      expect(() => parse(parameter(worst, "eq.1"))).toThrow(PostgrestError);
    }
  });

  it("throws no other error than PostgrestError", () => {
    const anything = fc.oneof(anyText(), scrambled);
    const keys = fc.constantFrom(
      "select",
      "order",
      "columns",
      "on_conflict",
      "limit",
      "offset",
      "and",
      "not.or",
      "id",
      "__proto__",
    );
    const parsesOrRejects = (query: string) => {
      try {
        parse(query);
      } catch (error) {
        if (!(error instanceof PostgrestError)) throw error;
      }
    };
    fc.assert(fc.property(anything, parsesOrRejects), tries(2_000));
    fc.assert(
      fc.property(keys, anything, (key, value) => parsesOrRejects(parameter(key, value))),
      tries(5_000),
    );
  });

  it("parses every tree of conditions that a client can write", () => {
    const column = fc.constantFrom("id", "email", "first_name");
    const value = fc.string({ unit: "grapheme", maxLength: 12 });
    const test: fc.Arbitrary<Test> = fc.oneof(
      fc.record({
        operator: fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"),
        value,
      }) as fc.Arbitrary<Test>,
      fc.record({ operator: fc.constant("isdistinct" as const), value }),
      fc.record({ operator: fc.constant("is" as const), value: fc.constantFrom("null" as const, "not_null" as const) }),
      fc.record({ operator: fc.constant("in" as const), values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
    );
    const leaf = fc.record({ kind: fc.constant("test" as const), column, negated: fc.boolean(), test });
    const { group } = fc.letrec<{ condition: Condition; group: Extract<Condition, { kind: "group" }> }>((tie) => ({
      condition: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie("group")),
      group: fc.record({
        kind: fc.constant("group" as const),
        joint: fc.constantFrom("and" as const, "or" as const),
        negated: fc.boolean(),
        conditions: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }),
      }),
    }));
    fc.assert(
      fc.property(group, (condition) => {
        const key = `${condition.negated ? "not." : ""}${condition.joint}`;
        const members = condition.conditions.map(written).join(",");
        expect(parse(parameter(key, `(${members})`)).conditions).toEqual([condition]);
      }),
      tries(1_000),
    );
  });
});

/** Writes a condition as a member of a group, with every value in quotes. */
function written(condition: Condition): string {
  const not = condition.negated ? "not." : "";
  if (condition.kind === "group") {
    return `${not}${condition.joint}(${condition.conditions.map(written).join(",")})`;
  }
  const { column, test } = condition;
  if (test.operator === "in") return `${column}.${not}in.(${test.values.map(quoted).join(",")})`;
  return `${column}.${not}${test.operator}.${test.operator === "is" ? test.value : quoted(test.value)}`;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
