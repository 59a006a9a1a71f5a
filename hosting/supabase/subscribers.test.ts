import { readFileSync } from "node:fs";
import { SUBSCRIBERS_TABLE, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { createAddressHash } from "../../gateway/src/data/address-hash.ts";
import { POLICY } from "../../gateway/src/services/database/policy.ts";
import {
  admin,
  dora,
  everyone,
  ListAtSupabase,
  OWNER_ID,
  person,
  REFUSED,
  STORED,
  service,
  visitor,
} from "./list-at-supabase.case.ts";
import type { InsertOptions } from "./postgrest.case.ts";

const NO_ROWS = { code: "00000", rows: [] };

const list = new ListAtSupabase();

async function verifyFactorOfOwner(status = "verified"): Promise<void> {
  await list.db.query("insert into auth.mfa_factors values (gen_random_uuid(), $1, $2)", [OWNER_ID, status]);
}

describe("the table of who may do what", () => {
  const callers = { anonymous: visitor, person, admin, service };
  const rows = Object.entries(POLICY).map(([role, rules]) => ({
    role,
    // The cast holds: the roles are those of the policy.
    caller: callers[role as keyof typeof callers],
    rules,
  }));

  it.each(rows)("holds for seeing: $role", async ({ caller, rules }) => {
    const seen = rules.select === "every row" ? everyone : [];
    expect((await list.api.select(caller, "email", "order by email")).rows.map(({ email }) => email)).toEqual(seen);
    expect((await list.api.select(caller, "count(*)::int as count")).rows).toEqual([{ count: seen.length }]);
  });

  it.each(rows)("holds for signing up: $role", async ({ caller, rules }) => {
    const allowed = rules.insert !== "refused";
    for (const source of WEBSITE_SOURCES) {
      const result = await list.api.insert(caller, [{ ...dora, email: `${source}@example.com`, source }]);
      expect(result).toMatchObject(allowed ? STORED : REFUSED);
    }
    expect(await list.emails()).toHaveLength(everyone.length + (allowed ? WEBSITE_SOURCES.length : 0));
    const several = [1, 2].map((at) => ({ ...dora, email: `${at}@example.com`, status: "unsubscribed" as const }));
    expect(await list.api.insert(caller, several)).toMatchObject(rules.insert === "any rows" ? STORED : REFUSED);
  });

  it.each(rows)("holds for changing: $role", async ({ caller, rules }) => {
    const allowed = rules.update !== "refused";
    for (const change of ["status = 'active'", "first_name = null"]) {
      expect(await list.api.update(caller, "ben@example.com", change)).toMatchObject(allowed ? STORED : REFUSED);
    }
    expect(await list.api.update(caller, "ben@example.com", "id = 99")).toMatchObject(REFUSED);
  });

  it.each(rows)("holds for removing: $role", async ({ caller, rules }) => {
    const removed = rules.delete === "every row" ? [{ email: "ann@example.com" }] : [];
    const { code } = rules.delete === "refused" ? REFUSED : STORED;
    expect(await list.api.remove(caller, "ann@example.com")).toEqual({ code, rows: removed });
    expect(await list.emails()).toHaveLength(everyone.length - removed.length);
  });

  it.each(rows)("gives no other rights: $role", async ({ caller }) => {
    for (const sql of [
      `truncate public.${SUBSCRIBERS_TABLE}`,
      `select nextval('public.${SUBSCRIBERS_TABLE}_id_seq')`,
      `create trigger t after insert on public.${SUBSCRIBERS_TABLE} execute function porchlight.refuse_several()`,
      "select * from porchlight.list_secret",
      "update porchlight.list_secret set secret = 'mine'",
      "select * from porchlight.suppressed_addresses",
      "select porchlight.address_hash('ann@example.com')",
      "select porchlight.key_for('tag of an unsubscribe link')",
      "select porchlight.address_of_link('x')",
    ]) {
      expect(await list.api.run(caller, sql), sql).toMatchObject(REFUSED);
    }
  });
});

describe("as a visitor", () => {
  it("stores the address in lower case and the server's time, whatever was sent", async () => {
    expect(await list.signUp({ email: "DORA@Example.COM", subscribed_at: "1999-01-01T00:00:00Z" })).toMatchObject(
      STORED,
    );
    const { rows } = await list.db.query(
      `select subscribed_at = now() as now from ${SUBSCRIBERS_TABLE} where email = $1`,
      [dora.email],
    );
    expect(rows).toEqual([{ now: true }]);
  });

  it("stores names, and accepts a row without a status", async () => {
    const named = { email: dora.email, source: dora.source, first_name: "Dora", last_name: "Lake" };
    expect(await list.api.insert(visitor, [named])).toMatchObject(STORED);
    expect(await list.rowOf(dora.email)).toMatchObject({ status: "active", first_name: "Dora", last_name: "Lake" });
  });

  const forbidden: [attempt: string, other: object, options?: InsertOptions][] = [
    ["one from elsewhere", { source: "import:list" }],
    ["one without a source", { source: null }],
    ["one whose source is in capitals", { source: "Website-Footer" }],
    ["one that is not active", { status: "unsubscribed" }],
    ["one with a status of null", { status: null }],
    ["one with an id of its own", { id: 99 }],
    ["one that requests the row", {}, { returning: "*" }],
    ["an unsubscribed address that requests the row", { email: "ben@example.com" }, { returning: "email" }],
    ["an unsubscribed address from elsewhere", { email: "ben@example.com", source: "import:mailchimp" }],
    [
      "one that would replace another",
      { email: "ann@example.com" },
      { onConflict: "on conflict (email) do update set email = excluded.email" },
    ],
    ["one that ignores duplicates", {}, { onConflict: "on conflict (email) do nothing" }],
  ];
  it.each(forbidden)("forbids %s", async (_attempt, other, options) => {
    expect(await list.signUp(other, options)).toMatchObject(REFUSED);
    expect(await list.emails()).toEqual(everyone);
    expect(await list.rowOf("ben@example.com")).toMatchObject({ status: "unsubscribed" });
  });

  it("rejects two rows at once, new or returning", async () => {
    for (const email of ["eve@example.com", "ben@example.com"]) {
      expect(await list.api.insert(visitor, [dora, { ...dora, email }])).toMatchObject(REFUSED);
    }
    expect(await list.emails()).toEqual(everyone);
  });

  const malformed: [attempt: string, other: object, code: string][] = [
    ["an address of null", { email: null }, "23502"],
    ["an address with spaces", { email: " dora@example.com " }, "23514"],
    ["an address with a space that is not ASCII", { email: "dora\u00a0lake@example.com" }, "23514"],
    ["an address of two lines", { email: "dora@example.com\neve@example.com" }, "23514"],
    ["an address without an @", { email: "dora.example.com" }, "23514"],
    ["an address without a dot behind it", { email: "dora@example" }, "23514"],
    ["an address that is too long", { email: `${"d".repeat(243)}@example.com` }, "23514"],
    ["an address that is too long only in UTF-16", { email: `${"🎸".repeat(122)}@example.com` }, "23514"],
    ["an address with a control character", { email: "do\u0007ra@example.com" }, "23514"],
    ["a first name of two lines", { first_name: "Dora\nBcc: x" }, "23514"],
    ["a last name with a line separator", { last_name: "La\u2028ke" }, "23514"],
    ["a last name with a next-line character", { last_name: "La\u0085ke" }, "23514"],
    ["a first name that is too long", { first_name: "D".repeat(201) }, "23514"],
    ["a first name that is too long only in UTF-16", { first_name: "🎸".repeat(101) }, "23514"],
    ["a last name that is too long", { last_name: "L".repeat(201) }, "23514"],
    ["an invalid time", { subscribed_at: "yesterday-ish" }, "22007"],
  ];
  it.each(malformed)("rejects %s", async (_attempt, other, code) => {
    expect(await list.signUp(other)).toMatchObject({ code });
    expect(await list.emails()).toEqual(everyone);
  });

  it("accepts the longest address and names", async () => {
    const name = "N".repeat(200);
    const email = `${"d".repeat(242)}@example.com`;
    expect(await list.signUp({ email, first_name: name, last_name: name })).toMatchObject(STORED);
  });

  it("stores only one of fifty sign-ups of an address in different capitals", async () => {
    const codes: string[] = [];
    for (let i = 0; i < 50; i += 1) {
      const email = [...dora.email].map((letter, at) => ((i >> (at % 6)) & 1 ? letter.toUpperCase() : letter)).join("");
      codes.push((await list.signUp({ email })).code);
    }
    expect(codes).toEqual(["00000", ...Array.from({ length: 49 }, () => "23505")]);
    expect(await list.emails()).toEqual([...everyone, dora.email].toSorted());
  });
});

describe("unsubscribing and resubscribing", () => {
  it("makes an unsubscribed address active again: same row, same first source, new date", async () => {
    const before = await list.rowOf("ben@example.com");
    expect(await list.signUp({ email: "Ben@Example.com", last_name: "Lake" })).toMatchObject(STORED);
    expect(await list.rowOf("ben@example.com")).toMatchObject({
      id: before?.id,
      status: "active",
      source: "import:mailchimp",
      first_name: "Ben",
      last_name: null,
    });
    expect((await list.rowOf("ben@example.com"))?.subscribed_at).not.toEqual(before?.subscribed_at);
    expect(await list.signUp({ email: "ben@example.com" })).toMatchObject({ code: "23505" });
    expect(await list.signUp({ source: "import:mailchimp" })).toMatchObject(REFUSED);
  });

  it("makes an unsubscribed address active again, even if a move gave it a name of two lines", async () => {
    const row = {
      email: "fay@example.com",
      status: "unsubscribed",
      source: "import:list",
      first_name: "Fay\nLake",
    } as const;
    expect(await list.api.insert(service, [row, { ...row, email: "e\u0007ve@example.com" }])).toMatchObject(STORED);
    expect(await list.signUp({ email: row.email })).toMatchObject(STORED);
    expect(await list.rowOf(row.email)).toMatchObject({ status: "active", first_name: row.first_name });
  });

  it("does not change the names of an active address", async () => {
    expect(await list.signUp({ email: "ann@example.com", first_name: "Eve" })).toMatchObject({ code: "23505" });
    expect(await list.rowOf("ann@example.com")).toMatchObject({ first_name: null });
  });

  const removedAmong = async () => {
    const addresses = ["Ann@example.com", "ben@example.com"];
    const { rows } = await list.api.run(service, "select public.removed_among($1) as email", [addresses]);
    return rows.map(({ email }) => email);
  };

  it("stores only a keyed hash of a removed address, until it signs up again", async () => {
    await list.api.remove(admin, "ann@example.com");
    const { rows } = await list.db.query<{ secret: string; stored: unknown }>(
      "select secret, row_to_json(s) as stored from porchlight.list_secret, porchlight.suppressed_addresses s",
    );
    expect(rows).toHaveLength(1);
    const { secret, stored } = rows[0]!; // The `!` holds: the rows are counted above.
    // The hash is the same as in the built-in database.
    const hash = createAddressHash(secret)("ann@example.com");
    const removed_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(stored).toEqual({ address_hash: hash, removed_on, mailbox_hash: hash });
    expect(await removedAmong()).toEqual(["Ann@example.com"]);

    expect(await list.signUp({ email: "ann@example.com", source: "import:list" })).toMatchObject(REFUSED);
    expect(await removedAmong()).toEqual(["Ann@example.com"]);
    expect(await list.signUp({ email: "ANN@example.com" })).toMatchObject(STORED);
    expect(await removedAmong()).toEqual([]);
  });

  it("does not count a fan who resubscribes as removed", async () => {
    await list.signUp({ email: "ben@example.com" });
    expect(await removedAmong()).toEqual([]);
  });
});

describe("as the site owner", () => {
  it("needs the second factor if there is one", async () => {
    await verifyFactorOfOwner("unverified");
    expect((await list.api.select(admin)).rows).toHaveLength(2);
    await verifyFactorOfOwner();
    expect(await list.api.select(admin)).toMatchObject(NO_ROWS);
    expect(await list.api.remove(admin, "ann@example.com")).toEqual(NO_ROWS);
    expect((await list.api.select({ ...admin, aal: "aal2" })).rows).toHaveLength(2);
    expect((await list.api.remove({ ...admin, aal: "aal2" }, "ann@example.com")).rows).toHaveLength(1);
  });

  it.each([
    ["user_metadata, which users write themselves", { user_metadata: { role: "admin" } }],
    ["a role of another name", { app_metadata: { role: "Admin" } }],
    ["a role of another shape", { app_metadata: { role: ["admin"] } }],
    ["no metadata", { app_metadata: null }],
  ])("does not include a person with %s", async (_what, metadata) => {
    expect(await list.api.select({ ...person, ...metadata })).toMatchObject(NO_ROWS);
  });

  it("is created by the statement in the README", async () => {
    await list.db.query("insert into auth.users values ($1, 'you@example.com', $2)", [OWNER_ID, { provider: "email" }]);
    const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
    await list.db.exec(/```sql\n(?<statement>[^`]+)```/.exec(readme)?.groups?.statement ?? "");
    const { rows } = await list.db.query("select raw_app_meta_data as metadata from auth.users");
    expect(rows).toEqual([{ metadata: { provider: "email", role: "admin" } }]);
  });
});
