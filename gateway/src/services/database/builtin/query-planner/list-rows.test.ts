import { DatabaseSync } from "node:sqlite";
import { tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate, readMigrations } from "../../../../data/migrations.ts";
import { createStatements, type Reader, type Writer } from "../../../../data/statements.ts";
import { parseQuery } from "../../postgrest/query.ts";
import { countRows, readRows } from "./list-rows.ts";
import { TUNING, type Tuning } from "./scan.ts";

type Row = { id: number; email: string; status: string; source: string; subscribed_at: string };

const NAMES = [
  "ann",
  "ANN",
  "a%n",
  "a_n",
  "a\\n",
  "ben",
  "benann",
  "éva",
  "Éva",
  "🎸ann",
  "o'n",
  'q"uote',
  "*st*r",
  "k",
];
const SOURCES = ["website-footer", "website-dialog", "import:old"];
const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-02-01"];
const TIMES = DAYS.flatMap((day) => [`${day}T00:00:00.000000Z`, `${day}T09:30:00.500000Z`]);

/** Emails are stored in lower case. A query may have any case. */
const STORED_NAMES = [...new Set(NAMES.map((name) => name.toLowerCase()))];

const ROWS: Row[] = STORED_NAMES.flatMap((name, i) =>
  ["example.com", "lake.test", "k.org"].map((domain, j) => ({
    id: (i * 3 + j) * 5 + 1,
    email: `${name}@${domain}`,
    status: (i + j) % 4 === 0 ? "unsubscribed" : "active",
    source: SOURCES[(i * j + i) % SOURCES.length] ?? "",
    // Many rows have the same time, and the times do not follow the order of the ids.
    subscribed_at: TIMES[(i * 7 + j) % TIMES.length] ?? "",
  })),
);

/** The same condition in two forms: as a query string, and as plain code. */
type TestCondition = { query: string; holds: (row: Row) => boolean };

describe("reading and counting the list", () => {
  const connection = new DatabaseSync(":memory:");
  let statements: Writer;
  beforeAll(() => {
    migrate(connection, readMigrations());
    statements = createStatements(connection);
    for (const { id, email, status, source, subscribed_at } of ROWS) {
      statements.run(
        "INSERT INTO newsletter_subscribers (id, email, status, source, subscribed_at) VALUES (?, ?, ?, ?, ?)",
        ...[id, email, status, source, subscribed_at],
      );
    }
  });
  afterAll(() => connection.close());

  const read = (query: string, tuning: Tuning, reader: Reader = statements) => {
    const { conditions, order, range } = parseQuery(query, "newsletter_subscribers");
    return readRows(
      reader,
      { columns: "id", conditions, order, offset: range.offset, limit: range.limit ?? 1_000 },
      tuning,
    );
  };
  const count = (query: string, tuning: Tuning, reader: Reader = statements) =>
    countRows(reader, parseQuery(query, "newsletter_subscribers").conditions, tuning);

  const text = (value: string) => encodeURIComponent(value);
  const quoted = (value: string) => text(`"${value.replace(/["\\]/g, "\\$&")}"`);
  const compare = (order: number, operator: string) =>
    ({ eq: order === 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 })[operator] ?? false;
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

  const operator = fc.constantFrom("eq", "gt", "gte", "lt", "lte");
  const sourceIs: fc.Arbitrary<TestCondition> = fc
    .constantFrom(...SOURCES, "nowhere")
    .map((source) => ({ query: `source=eq.${source}`, holds: (row) => row.source === source }));
  const statusIs: fc.Arbitrary<TestCondition> = fc
    .constantFrom("active", "unsubscribed")
    .map((status) => ({ query: `status=eq.${status}`, holds: (row) => row.status === status }));
  const since: fc.Arbitrary<TestCondition> = fc
    .tuple(operator, fc.constantFrom(...TIMES, "2026-01-02T12:00:00.000000Z"))
    .map(([name, time]) => ({
      query: `subscribed_at=${name}.${time}`,
      holds: (row) => compare(byBytes(row.subscribed_at, time), name),
    }));
  const address: fc.Arbitrary<TestCondition> = fc
    .tuple(operator, fc.constantFrom("ann@example.com", "b", "é", "nobody"))
    .map(([name, email]) => ({
      query: `email=${name}.${text(email)}`,
      holds: (row) => compare(byBytes(row.email, email), name),
    }));
  const pattern: fc.Arbitrary<TestCondition> = fc
    .tuple(
      fc.boolean(),
      fc.constantFrom("", "%", "_"),
      fc.constantFrom(...NAMES, "ann@ex", "NN@", "example.com", ".org", "va@lake", "n", "zzz", "k", "K", 'q"u', "st*r"),
      fc.constantFrom("", "%", "_"),
    )
    .map(([anyCase, before, words, after]) => ({
      // A star is a wildcard too, and it cannot be escaped.
      query: `email=${anyCase ? "ilike" : "like"}.${text(before + words.replace(/[\\%_]/g, "\\$&") + after)}`,
      holds: (row) => patternOf(before, words, after, anyCase).test(row.email),
    }));
  const either: fc.Arbitrary<TestCondition> = fc
    .tuple(fc.constantFrom(...SOURCES), fc.constantFrom(...TIMES), fc.boolean())
    .map(([source, time, negated]) => ({
      query: `${negated ? "not." : ""}or=(source.eq.${source},subscribed_at.lt.${quoted(time)})`,
      holds: (row) => (row.source === source || byBytes(row.subscribed_at, time) < 0) !== negated,
    }));
  const named: fc.Arbitrary<TestCondition> = fc.constantFrom(1, 6, 11, 400).map((id) => ({
    query: `id=gt.${id}`,
    holds: (row) => row.id > id,
  }));
  const anyConditions = fc.array(fc.oneof(sourceIs, statusIs, since, address, pattern, pattern, either, named), {
    maxLength: 3,
  });
  const tuning = fc.constantFrom<Tuning[]>(
    { trial: 1, slice: 1, skip: 2, few: 0 },
    { trial: 1, slice: 4, skip: 3, few: 5 },
    { trial: 3, slice: 7, skip: 50, few: 12 },
    TUNING,
  );
  const order = fc.record({ key: fc.constantFrom("subscribed_at", "email", "id", "source"), descending: fc.boolean() });

  function expected(conditions: TestCondition[], { key, descending }: { key: string; descending: boolean }): Row[] {
    const rows = ROWS.filter((row) => conditions.every(({ holds }) => holds(row)));
    // The keys are columns of the row.
    const keyOf = (row: Row) => String(row[key as keyof Row]);
    const ascending = rows.sort((a, b) => (key === "id" ? 0 : byBytes(keyOf(a), keyOf(b))) || a.id - b.id);
    return descending ? ascending.reverse() : ascending;
  }
  const queryOf = (conditions: TestCondition[]) => conditions.map(({ query }) => query);

  it("reads the same rows in the same order as plain code, in whichever way it reads them", async () => {
    const page = fc.record({ offset: fc.nat(20), limit: fc.nat(15) });
    await fc.assert(
      fc.asyncProperty(
        anyConditions,
        order,
        page,
        tuning,
        async (conditions, { key, descending }, { offset, limit }, numbers) => {
          const direction = descending ? "desc" : "asc";
          const query = [...queryOf(conditions), `order=${key}.${direction}`, `offset=${offset}`, `limit=${limit}`];
          const ids = (await read(query.join("&"), numbers)).map(({ id }) => id);
          const rows = expected(conditions, { key, descending }).slice(offset, offset + limit);
          expect(ids).toEqual(limit === 0 ? [] : rows.map(({ id }) => id));
        },
      ),
      tries(1_500),
    );
  });

  it("counts the same number as plain code", async () => {
    await fc.assert(
      fc.asyncProperty(anyConditions, tuning, async (conditions, numbers) => {
        const rows = ROWS.filter((row) => conditions.every(({ holds }) => holds(row)));
        expect(await count(queryOf(conditions).join("&"), numbers)).toBe(rows.length);
      }),
      tries(1_500),
    );
  });

  it("continues after any row in both directions, and neither repeats nor skips a row", async () => {
    await fc.assert(
      fc.asyncProperty(anyConditions, order, tuning, async (conditions, { key, descending }, numbers) => {
        fc.pre(key !== "source" && key !== "id");
        const past = descending ? "lt" : "gt";
        const [ids, all]: [unknown[], Row[]] = [[], expected(conditions, { key, descending })];
        let keyset = "";
        for (;;) {
          const sorted = `order=${key}.${descending ? "desc" : "asc"},id.${descending ? "desc" : "asc"}&limit=4`;
          const page = await read([...queryOf(conditions), sorted].join("&") + keyset, numbers);
          ids.push(...page.map(({ id }) => id));
          const last = ROWS.find(({ id }) => id === page.at(-1)?.id);
          if (last === undefined) break;
          // The key is one of the row's own columns.
          const value = String(last[key as keyof Row]);
          keyset = `&${key}=${past}e.${text(value)}&or=(${key}.${past}.${quoted(value)},id.${past}.${last.id})`;
        }
        expect(ids).toEqual(all.map(({ id }) => id));
      }),
      tries(400),
    );
  });

  it("counts whole days from the stored counts, without reading a row", async () => {
    const statementsRun: string[] = [];
    const watched: Reader = {
      ...statements,
      get: (sql, ...values) => {
        statementsRun.push(sql);
        return statements.get(sql, ...values);
      },
    };
    const query = "status=eq.active&subscribed_at=gte.2026-01-02T00:00:00Z&subscribed_at=lt.2026-01-03T00:00:00Z";
    const rows = ROWS.filter((row) => row.status === "active" && row.subscribed_at.startsWith("2026-01-02"));
    expect(await count(query, TUNING, watched)).toBe(rows.length);
    expect(statementsRun).toEqual([expect.stringContaining("FROM newsletter_subscriber_counts ")]);
  });

  it("counts and searches correctly after removals and changes", async () => {
    statements.run("SAVEPOINT changed");
    statements.run("DELETE FROM newsletter_subscribers WHERE source = 'import:old' OR id < 20");
    statements.run(
      "UPDATE newsletter_subscribers SET email = 'new-' || email, source = 'website-dialog' WHERE id < 60",
    );
    const remaining = statements.get<{ n: number }>("SELECT count(*) AS n FROM newsletter_subscribers")?.n;
    expect(await count("", TUNING)).toBe(remaining);
    expect(await count("source=eq.import:old", TUNING)).toBe(0);
    const renamed = statements.get<{ n: number }>("SELECT count(*) AS n FROM newsletter_subscribers WHERE id < 60")?.n;
    expect(await count("email=ilike.*NEW-*", TUNING)).toBe(renamed);
    expect(statements.get("SELECT min(count) AS least FROM newsletter_subscriber_counts")).toEqual({ least: 1 });
    statements.run("ROLLBACK TO changed");
    statements.run("RELEASE changed");
  });

  it.each([
    "order=subscribed_at.desc&limit=50",
    "order=subscribed_at.desc,id.desc&limit=50&subscribed_at=lte.2026-01-02T00:00:00Z&or=(subscribed_at.lt.2026-01-02T00:00:00Z,id.lt.40)",
    "order=subscribed_at.asc,id.asc&limit=50&subscribed_at=gte.2026-01-02T00:00:00Z&or=(subscribed_at.gt.2026-01-02T00:00:00Z,id.gt.40)",
    "order=subscribed_at.desc&limit=50&source=eq.website-footer&subscribed_at=gte.2026-01-02T00:00:00Z",
    "order=subscribed_at.desc&limit=50&status=eq.unsubscribed",
    "order=subscribed_at.desc&limit=50&status=eq.active",
    "order=subscribed_at.desc&limit=50&offset=900000",
    "order=email.asc&limit=50",
    "order=email.desc&limit=50&email=lt.ben@lake.test",
    "order=email.asc&limit=50&source=eq.website-footer&subscribed_at=gte.2026-01-02T00:00:00Z",
    "order=subscribed_at.desc&limit=50&email=ilike.*ann*",
    "order=subscribed_at.desc&limit=50&email=ilike.*ann*&source=eq.website-footer&status=eq.active",
  ])("scans an index for %s, and neither sorts nor reads the whole table", async (query) => {
    const plans: string[] = [];
    const watched: Reader = {
      get: (sql, ...values) => {
        plans.push(...planOf(sql, values));
        return statements.get(sql, ...values);
      },
      all: (sql, ...values) => {
        plans.push(...planOf(sql, values));
        return statements.all(sql, ...values);
      },
    };
    const planOf = (sql: string, values: Parameters<Reader["get"]>[1][]) =>
      statements.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
    // With `few` at -1 no lookup is small enough, so every query is scanned as in a long list.
    await read(query, { trial: 2, slice: 5, skip: 5, few: -1 }, watched);
    await count(
      query.replace(/order=[^&]*&limit=\d+(&offset=\d+)?&?/, ""),
      { trial: 2, slice: 5, skip: 5, few: -1 },
      watched,
    );
    expect(plans.filter((step) => /TEMP B-TREE|SCAN newsletter_subscribers$/.test(step))).toEqual([]);
    expect(plans.join("\n")).toMatch(/newsletter_subscribers USING (COVERING )?INDEX/);
  });
});

/** A LIKE pattern as a regular expression: text with a wildcard, or none, on either side. */
function patternOf(before: string, words: string, after: string, anyCase: boolean): RegExp {
  const wildcard = { "": "", "%": ".*", _: "." };
  // The tests pass only these three values.
  const [start, end] = [wildcard[before as keyof typeof wildcard], wildcard[after as keyof typeof wildcard]];
  const literal = words.replace(/[\\^$.|?+()[\]{}]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${start}${literal}${end}$`, anyCase ? "isu" : "su");
}
