import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { admin, everyone, ListAtSupabase, STORED, service } from "./list-at-supabase.case.ts";
import { applyMigrations } from "./supabase-project.case.ts";

const list = new ListAtSupabase();

describe("the secret key, which a move of a list uses", () => {
  const row: Partial<Subscriber> = {
    email: "cleo@example.com",
    status: "unsubscribed",
    source: "import:ghost",
    subscribed_at: "2025-05-05T05:05:05.123456+00:00",
  };

  it("adds many rows unchanged, repeatedly", async () => {
    const merge = "on conflict (email) do update set status = excluded.status, subscribed_at = excluded.subscribed_at";
    for (const _time of ["first", "second"]) {
      const result = await list.api.insert(service, [row, { ...row, email: "fay@example.com" }], {
        onConflict: merge,
      });
      expect(result).toMatchObject(STORED);
    }
    const { rows } = await list.api.select(
      service,
      "row_to_json(newsletter_subscribers) as row",
      "where status <> 'active'",
    );
    expect(rows.map((found) => found.row)).toContainEqual({
      ...row,
      id: expect.any(Number),
      first_name: null,
      last_name: null,
    });
  });

  it("must pass the same checks", async () => {
    expect(await list.api.insert(service, [{ ...row, email: "Cleo@example.com" }])).toMatchObject({ code: "23514" });
    expect(await list.api.insert(service, [{ ...row, source: "elsewhere" }])).toMatchObject({ code: "23514" });
    expect(await list.api.insert(service, [{ ...row, source: "import:" }])).toMatchObject({ code: "23514" });
  });

  it("stores rows with their ids, and no later sign-up gets one of these ids", async () => {
    const bringIn = (id: number) => list.api.insert(service, [{ ...row, id, email: `${id}@example.com` }]);
    const newestId = async (email: string) => {
      expect(await list.signUp({ email })).toMatchObject(STORED);
      return (await list.rowOf(email))?.id;
    };
    // The list already has the ids 1 and 2.
    for (const id of [900, 901, 40, 3]) expect(await bringIn(id)).toMatchObject(STORED);
    expect(await newestId("dora@example.com")).toBe(902);
    expect(await bringIn(902)).toMatchObject({ code: "23505" });
    expect(await newestId("eve@example.com")).toBe(903);
    expect(
      await list.api.insert(service, [{ ...row, id: 904 }], { onConflict: "on conflict (email) do nothing" }),
    ).toMatchObject(STORED);
    expect(await newestId("fay@example.com")).toBe(905);
  });

  it("stores even the first row of a list with its id", async () => {
    await list.db.exec(`truncate public.${SUBSCRIBERS_TABLE} restart identity`);
    expect(await list.api.insert(service, [{ ...row, id: 1 }])).toMatchObject(STORED);
    expect(await list.signUp()).toMatchObject(STORED);
  });
});

describe("the project", () => {
  it("publishes every change of the table, and only the id of a removed row", async () => {
    const { rows: published } = await list.db.query("select tablename from pg_publication_tables");
    expect(published).toEqual([{ tablename: SUBSCRIBERS_TABLE }]);
    const { rows } = await list.db.query("select relreplident as identity from pg_class where relname = $1", [
      SUBSCRIBERS_TABLE,
    ]);
    expect(rows).toEqual([{ identity: "d" }]);
  });

  it("sets the search path of each of our functions", async () => {
    const { rows } = await list.db.query(
      `select proname, proconfig from pg_proc where proowner = 'project_owner'::regrole
       and proconfig is distinct from array['search_path=""']`,
    );
    expect(rows).toEqual([]);
  });

  it("stays the same if the files are applied twice", async () => {
    const state = async () => {
      const { rows } = await list.db.query(
        `select c.relacl::text as rights, c.relrowsecurity as secured, k.secret,
           (select json_agg(p order by policyname) from pg_policies p) as policies,
           (select array_agg(tgname order by tgname) from pg_trigger where not tgisinternal) as triggers,
           (select json_agg(proacl::text order by oid) from pg_proc where proowner = 'project_owner'::regrole) as calls,
           (select array_agg(indexname order by indexname) from pg_indexes where schemaname = 'public') as indexes
         from pg_class c, porchlight.list_secret k where c.relname = $1`,
        [SUBSCRIBERS_TABLE],
      );
      return rows;
    };
    const before = await state();
    await applyMigrations(list.db);
    expect(await state()).toEqual(before);
    expect(await list.emails()).toEqual(everyone);
    expect(await list.signUp()).toMatchObject(STORED);
  });

  it("results in the same rights if new tables are closed to every role by default", async () => {
    const grants = async () =>
      (
        await list.db.query(
          `select grantee, privilege_type, column_name from information_schema.column_privileges
           where table_name = $1 and grantee in ('anon', 'authenticated', 'service_role') order by 1, 2, 3`,
          [SUBSCRIBERS_TABLE],
        )
      ).rows;
    const open = await grants();
    await list.db.exec(`drop table public.${SUBSCRIBERS_TABLE}; drop schema porchlight cascade`);
    for (const kind of ["tables", "sequences", "functions"]) {
      await list.db.exec(
        `alter default privileges for role project_owner in schema public
         revoke all on ${kind} from anon, authenticated, service_role`,
      );
    }
    await applyMigrations(list.db);
    expect(await grants()).toEqual(open);
    expect(await list.signUp()).toMatchObject(STORED);
    expect((await list.api.select(admin)).rows).toHaveLength(1);
  });

  it("reports a table that has the same name but other columns, and does not change it", async () => {
    await list.db.exec(`drop table public.${SUBSCRIBERS_TABLE}; create table public.${SUBSCRIBERS_TABLE} (email text);
      insert into public.${SUBSCRIBERS_TABLE} values ('ann@example.com')`);
    await expect(applyMigrations(list.db)).rejects.toThrow(/table newsletter_subscribers of another kind/);
    expect(await list.emails()).toEqual(["ann@example.com"]);
  });
});
