import { DatabaseSync } from "node:sqlite";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseQuery } from "../postgrest/query.ts";
import { toWhereSql } from "./where.ts";

type Row = { id: number; email: string; first_name: string | null };

const texts = ["a", "A", "ab", "%", "_", "a_b", "*", "[a]", "?", "\\", "é", "É", "ß", "", "1", "10", "9", "🎸"];
// Addresses are stored in lower case, names as they were typed.
const ROWS: Row[] = texts
  .map((text) => text.toLowerCase())
  .flatMap((email, i) => [
    { id: i * 2, email, first_name: texts[(i * 7) % texts.length] ?? null },
    { id: i * 2 + 1, email: `${email}b`, first_name: null },
  ]);

/** The same condition on a text column in two forms: as a query string, and as plain code. */
type TestCondition = { query: string; holds: (row: Row) => boolean | null };

describe("conditions as SQL", () => {
  const connection = new DatabaseSync(":memory:");
  beforeAll(() => {
    connection.exec("CREATE TABLE rows (id INTEGER, email TEXT, first_name TEXT)");
    const insert = connection.prepare("INSERT INTO rows VALUES (?, ?, ?)");
    for (const { id, email, first_name } of ROWS) insert.run(id, email, first_name);
  });
  afterAll(() => connection.close());

  function found(conditions: string): number[] {
    const { text, values } = toWhereSql(parseQuery(`or=${encodeURIComponent(conditions)}`, "rows").conditions);
    const rows = connection.prepare(`SELECT id FROM rows WHERE ${text} ORDER BY id`).all(...values);
    return rows.map(({ id }) => Number(id));
  }

  const column = fc.constantFrom("email" as const, "first_name" as const);
  const text = fc.constantFrom(...texts);
  const quoted = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;

  const comparison: fc.Arbitrary<TestCondition> = fc
    .tuple(column, fc.constantFrom("eq", "neq", "gt", "gte", "lt", "lte"), text)
    .map(([name, operator, value]) => ({
      query: `${name}.${operator}.${quoted(value)}`,
      holds: (row) => {
        const left = row[name];
        if (left === null) return null;
        const order = Buffer.compare(Buffer.from(left), Buffer.from(value));
        return (
          { eq: order === 0, neq: order !== 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[
            operator
          ] ?? null
        );
      },
    }));
  const membership: fc.Arbitrary<TestCondition> = fc
    .tuple(column, fc.array(text, { minLength: 2, maxLength: 4 }))
    .map(([name, values]) => ({
      query: `${name}.in.(${values.map(quoted).join(",")})`,
      holds: (row) => {
        const left = row[name];
        return left === null ? null : values.includes(left);
      },
    }));
  const nullness: fc.Arbitrary<TestCondition> = fc.tuple(column, fc.boolean()).map(([name, none]) => ({
    query: `${name}.is.${none ? "null" : "not_null"}`,
    holds: (row) => (row[name] === null) === none,
  }));
  const distinctness: fc.Arbitrary<TestCondition> = fc
    .tuple(column, text)
    .map(([name, value]) => ({ query: `${name}.isdistinct.${quoted(value)}`, holds: (row) => row[name] !== value }));
  const pattern: fc.Arbitrary<TestCondition> = fc
    .tuple(
      column,
      fc.boolean(),
      fc.array(fc.constantFrom("%", "*", "_", "a", "A", "b", "É", "[", "?", "\\\\", "\\%", "\\_"), { maxLength: 4 }),
    )
    .map(([name, ignoreCase, parts]) => ({
      query: `${name}.${ignoreCase ? "ilike" : "like"}.${quoted(parts.join(""))}`,
      holds: (row) => {
        const left = row[name];
        return left === null ? null : patternOf(parts, ignoreCase).test(left);
      },
    }));
  const quantified: fc.Arbitrary<TestCondition> = fc
    .tuple(fc.constantFrom("any", "all"), fc.array(fc.constantFrom<string>("a", "ab", "1", "9"), { maxLength: 3 }))
    .map(([quantifier, values]) => ({
      query: `email.eq(${quantifier}).{${values.join(",")}}`,
      holds: ({ email }) => (quantifier === "any" ? values.includes(email) : values.every((value) => value === email)),
    }));

  const { any: anyCondition } = fc.letrec<{ any: TestCondition; not: TestCondition; group: TestCondition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      comparison,
      membership,
      nullness,
      distinctness,
      pattern,
      quantified,
      tie("not"),
      tie("group"),
    ),
    not: fc.tuple(fc.constantFrom("and", "or"), tie("any")).map(([joint, inner]) => ({
      query: `not.${joint}(${inner.query})`,
      holds: (row) => {
        const held = inner.holds(row);
        return held === null ? null : !held;
      },
    })),
    group: fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("any"), { minLength: 1, maxLength: 4 }))
      .map(([joint, members]) => ({
        query: `${joint}(${members.map(({ query }) => query).join(",")})`,
        holds: (row) =>
          threeValued(
            joint === "or",
            members.map(({ holds }) => holds(row)),
          ),
      })),
  }));

  it("find the same rows as plain code", () => {
    fc.assert(
      fc.property(anyCondition, ({ query, holds }) => {
        expect(found(`(${query})`)).toEqual(ROWS.filter((row) => holds(row) === true).map(({ id }) => id));
      }),
      tries(2_000),
    );
  });

  it("stay fast for the worst patterns", () => {
    const worst = "%a".repeat(400);
    connection.prepare("INSERT INTO rows VALUES (1000, ?, NULL)").run("a".repeat(254));
    expect(found(`(email.like.${worst})`)).toEqual([]);
    expect(found(`(email.ilike.${worst})`)).toEqual([]);
  });
});

/** SQL's logic with unknown values: a single true decides an OR, a single false decides an AND. */
function threeValued(decisive: boolean, values: (boolean | null)[]): boolean | null {
  if (values.includes(decisive)) return decisive;
  return values.includes(null) ? null : !decisive;
}

/** A LIKE pattern as a regular expression. */
function patternOf(parts: string[], ignoreCase: boolean): RegExp {
  const source = parts.map((part) => {
    if (part === "%" || part === "*") return ".*";
    if (part === "_") return ".";
    return part.replace(/^\\/, "").replace(/[[\]?\\]/, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, ignoreCase ? "siu" : "su");
}
