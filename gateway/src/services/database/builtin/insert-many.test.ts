import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { createClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { ADDRESS } from "../contract.case.ts";
import { bodyOf, errorOf, Wire } from "../wire.case.ts";
import { INSERTS_MAX } from "./insert-many.ts";

const wire = new Wire();
const cleo = {
  id: 40,
  email: "cleo@example.com",
  status: "unsubscribed",
  source: "import:ghost",
  subscribed_at: "2025-05-05T05:05:05.123456+00:00",
  first_name: "Cleo",
  last_name: null,
};

beforeEach(async () => {
  await wire.start();
  onTestFinished(wire.stop);
});

/** The table with the service key, as a move of a list uses it. */
function table() {
  return createClient(ADDRESS, wire.served.serviceToken, { global: { fetch: wire.served.fetch } }).from(
    SUBSCRIBERS_TABLE,
  );
}

function post(body: unknown, prefer = "", query = "") {
  return wire.asVisitor(`/${SUBSCRIBERS_TABLE}${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${wire.served.serviceToken}`, "content-type": "application/json", prefer },
    body: JSON.stringify(body),
  });
}

async function rows() {
  return bodyOf(wire.table("?order=id"));
}

describe("a move of a list", () => {
  it("reads every row and the number of rows", async () => {
    const { data, count } = await table().select("email", { count: "exact" }).order("id");
    expect({ data, count }).toEqual({ data: [{ email: "ann@example.com" }, { email: "ben@example.com" }], count: 2 });
  });

  it("stores values that the forms of earlier versions allowed", async () => {
    const stored = { ...cleo, email: "cl\u0007eo@example.com", first_name: "Cleo\nLake" };
    expect(await table().insert(stored)).toMatchObject({ status: 201, error: null });
    expect((await rows()).at(-1)).toEqual(stored);
  });

  it("stores many rows as they are, and stores none of them again", async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ ...cleo, id: 100 + at, email: `fan${at}@example.com` }));
    for (const [time, count] of [
      ["first", 500],
      ["second", 0],
    ] as const) {
      const upsert = table().upsert(many, { onConflict: "email", ignoreDuplicates: true, count: "exact" });
      expect([time, await upsert]).toMatchObject([time, { status: 201, count, data: null, error: null }]);
    }
    const stored = await rows();
    expect(stored).toHaveLength(502);
    expect(stored.slice(2)).toEqual(many);
  });

  it("changes existing rows, but neither their email nor their id", async () => {
    const [, ben] = await rows();
    const { id: _id, ...changed } = { ...cleo, email: "ben@example.com" };
    const merge = () => table().upsert([changed], { onConflict: "email" });
    expect(await merge()).toMatchObject({ status: 200, error: null });
    expect((await rows())[1]).toEqual({ ...changed, id: ben.id });
    expect(await table().upsert([{ ...changed, id: 7 }], { onConflict: "email" })).toMatchObject({
      status: 403,
      error: { code: "42501" },
    });
    const newcomer = { ...changed, email: "dora@example.com" };
    expect(await table().upsert([changed, newcomer], { onConflict: "email" })).toMatchObject({ status: 201 });
  });

  it("returns the stored rows when requested", async () => {
    const { status, data } = await table()
      .upsert([{ ...cleo, email: "ann@example.com" }, cleo], { onConflict: "email", ignoreDuplicates: true })
      .select("id, email");
    expect({ status, data }).toEqual({ status: 201, data: [{ id: 40, email: "cleo@example.com" }] });
  });

  it("uses the table's defaults for missing fields", async () => {
    const brief = { email: "cleo@example.com", source: "import:list" };
    const response = await post(
      [brief, { ...cleo, email: "dora@example.com" }],
      "missing=default",
      `?columns=${Object.keys(cleo)}`,
    );
    expect([response.status, response.headers.get("preference-applied")]).toEqual([201, "missing=default"]);
    expect((await rows()).slice(2)).toMatchObject([
      { id: 3, ...brief, status: "active", subscribed_at: "2026-03-01T12:00:00.25+00:00", first_name: null },
      { id: 40, email: "dora@example.com" },
    ]);
  });

  it("stores given ids, and later sign-ups get other ids", async () => {
    expect(await table().insert(cleo)).toMatchObject({ status: 201 });
    expect((await wire.add({ email: "dora@example.com", source: "website-footer" })).status).toBe(201);
    expect((await rows()).map(({ id }: { id: number }) => id)).toEqual([1, 2, 40, 41]);
    expect(await table().insert({ ...cleo, email: "eve@example.com" })).toMatchObject({
      status: 409,
      error: { code: "23505", message: expect.stringContaining("_pkey") },
    });
    expect(await table().insert({ ...cleo, id: 42 })).toMatchObject({
      status: 409,
      error: { code: "23505", message: expect.stringContaining("_email_key") },
    });
  });

  it("finds an existing row by its id if on_conflict is missing", async () => {
    const ignore = "resolution=ignore-duplicates";
    expect((await post([{ ...cleo, id: 1 }], ignore)).status).toBe(201);
    expect(await rows()).toHaveLength(2);
    expect(await errorOf(post([{ ...cleo, email: "ann@example.com" }], ignore))).toBe("409 23505");
    expect(await errorOf(post([cleo], ignore, "?on_conflict=source"))).toBe("400 42P10");
    expect(await errorOf(post([cleo], ignore, "?on_conflict=email,id"))).toBe("400 42P10");
    expect(await errorOf(post([cleo], ignore, "?on_conflict=nothing"))).toBe("400 42703");
  });

  it.each<[what: string, expected: string, row: object]>([
    ["an email in capitals", "400 23514", { email: "Cleo@example.com" }],
    ["an invalid email", "400 23514", { email: "cleo" }],
    ["no email", "400 23502", { email: null }],
    ["an id of null", "400 23502", { id: null }],
    ["an invalid id", "400 22P02", { id: "first" }],
    ["an id too large to count exactly", "400 22003", { id: "9007199254740993" }],
    ["no status", "400 23502", { status: null }],
    ["an unknown status", "400 23514", { status: "gone" }],
    ["no source", "400 23502", { source: null }],
    ["an unknown source", "400 23514", { source: "elsewhere" }],
    ["an import without a name", "400 23514", { source: "import:" }],
    ["no time", "400 23502", { subscribed_at: null }],
    ["an invalid time", "400 22007", { subscribed_at: "yesterday-ish" }],
    ["a name that is too long", "400 23514", { first_name: "C".repeat(201) }],
    ["an unknown column", "400 PGRST204", { admin: true }],
  ])("stores nothing of a batch with %s", async (_what, expected, other) => {
    const whole = { ...cleo, id: 41, email: "dora@example.com" };
    const keys = "admin" in other ? { admin: true } : {};
    expect(
      await errorOf(
        post([
          { ...whole, ...keys },
          { ...cleo, ...other },
        ]),
      ),
    ).toBe(expected);
    expect(await rows()).toHaveLength(2);
  });

  it("rejects a request that changes a row twice, or that has more rows than fit into one commit", async () => {
    const { id: _id, ...row } = cleo;
    const merge = "resolution=merge-duplicates";
    expect(await errorOf(post([row, row], merge, "?on_conflict=email"))).toBe("400 21000");
    const many = Array.from({ length: INSERTS_MAX + 1 }, (_, at) => ({ ...row, email: `fan${at}@example.com` }));
    expect(await errorOf(post(many))).toBe("400 PGRST127");
    expect(await rows()).toHaveLength(2);
  });

  it("cannot remove rows, and changes rows only by upsert", async () => {
    expect(await table().delete().gt("id", 0)).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await table().update({ status: "active" }).gt("id", 0)).toMatchObject({
      status: 400,
      error: { code: "PGRST127" },
    });
    expect(await rows()).toHaveLength(2);
  });
});
