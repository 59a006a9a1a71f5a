import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE, type Subscriber } from "@porchlight/protocol/subscriber.ts";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** A database service behind its routes, as a browser reaches it. */
export type ServedDatabase = {
  fetch: typeof fetch;
  anonymousKey: string;
  /** Access token of the site owner. */
  adminToken: string;
  /** Access token of a person who does not administer the site. */
  personToken: string;
  close: () => Promise<void> | void;
};

/** The address for clients. No server listens there. */
export const ADDRESS = "http://porchlight.test";

/**
 * Tests that every database service passes, using the unmodified official client. Source: docs/product.md §6 and §7.
 *
 * @param serveWith makes a service that holds these subscribers; it may assign other ids
 */
export function describeDatabaseService(serveWith: (subscribers: Subscriber[]) => Promise<ServedDatabase>): void {
  const ann = aSubscriber({ email: "ann@example.com", subscribed_at: "2026-02-01T10:00:00+00:00" });
  const ben = aSubscriber({
    id: 2,
    email: "ben@example.com",
    source: "website-dialog",
    subscribed_at: "2026-02-03T10:00:00.5+00:00",
    first_name: "Ben",
  });
  const cleo = aSubscriber({ id: 3, email: "cleo@example.com", subscribed_at: "2026-02-02T10:00:00+00:00" });

  const signUp = {
    email: "dora@example.com",
    status: "active",
    source: "website-footer",
    subscribed_at: "2026-03-01T00:00:00.000Z",
  };

  let served: ServedDatabase;
  beforeEach(async () => {
    served = await serveWith([ann, ben, cleo]);
  });
  afterEach(() => served.close());

  const client = (token?: string): SupabaseClient =>
    createClient(ADDRESS, served.anonymousKey, {
      global: { fetch: served.fetch },
      ...(token === undefined
        ? { auth: { persistSession: false, autoRefreshToken: false } }
        : { accessToken: async () => token }),
    });
  const table = (token?: string) => client(token).from(SUBSCRIBERS_TABLE);
  const emails = async () => {
    const { data } = await table(served.adminToken).select("email").order("email");
    return data?.map(({ email }) => email);
  };
  const everyone = [ann.email, ben.email, cleo.email];

  describe("as a visitor", () => {
    it("stores one valid active sign-up from either form of the website", async () => {
      for (const source of ["website-footer", "website-dialog"]) {
        const email = `${source}@example.com`;
        expect(await table().insert({ ...signUp, email, source })).toMatchObject({
          status: 201,
          error: null,
          data: null,
        });
      }
      expect(await emails()).toEqual([...everyone, "website-dialog@example.com", "website-footer@example.com"]);
    });

    it("stores a sign-up in an array of one, and with names", async () => {
      const named = { ...signUp, first_name: "Dora", last_name: "Lake" };
      expect(await table().insert([named])).toMatchObject({ status: 201, error: null });
      const { data } = await table(served.adminToken)
        .select("first_name, last_name")
        .eq("email", signUp.email)
        .single();
      expect(data).toEqual({ first_name: "Dora", last_name: "Lake" });
    });

    it("stores the email in lower case, with the time of the server", async () => {
      await table().insert({ ...signUp, email: "DORA@Example.COM", subscribed_at: "1999-01-01T00:00:00Z" });
      const { data } = await table(served.adminToken).select().eq("email", "dora@example.com").single();
      expect(data).toMatchObject({ status: "active", source: "website-footer", first_name: null });
      expect(new Date(data.subscribed_at).getUTCFullYear()).toBeGreaterThan(1999);
    });

    it("rejects an email that exists already, whatever its case", async () => {
      const { status, error } = await table().insert({ ...signUp, email: "Ann@Example.com" });
      expect(status).toBe(409);
      expect(error).toMatchObject({ code: "23505" });
      expect(await emails()).toEqual(everyone);
    });

    it("sees no list, no count and no single address", async () => {
      expect(await table().select()).toMatchObject({ status: 200, data: [] });
      expect(await table().select("*", { count: "exact", head: true })).toMatchObject({ status: 200, count: 0 });
      expect(await table().select("email").eq("email", ann.email).maybeSingle()).toMatchObject({
        data: null,
        error: null,
      });
      expect(await table().select("email").eq("email", ann.email).single()).toMatchObject({
        status: 406,
        error: { code: "PGRST116", details: "The result contains 0 rows" },
      });
    });

    it("removes nothing and gets no error", async () => {
      expect(await table().delete().eq("email", ann.email)).toMatchObject({ status: 204, error: null });
      expect(await table().delete().eq("email", ann.email).select()).toMatchObject({ status: 200, data: [] });
      expect(await emails()).toEqual(everyone);
    });

    it("changes nothing", async () => {
      expect(await table().update({ status: "unsubscribed" }).eq("email", ann.email)).toMatchObject({
        status: 401,
        error: { code: "42501" },
      });
      const { data } = await table(served.adminToken).select("status").eq("email", ann.email).single();
      expect(data).toEqual({ status: "active" });
    });

    const forbidden: [
      attempt: string,
      insert: () => PromiseLike<{ status: number; error: { code: string } | null }>,
    ][] = [
      ["two at once", () => table().insert([signUp, { ...signUp, email: "eve@example.com" }])],
      ["one with another source", () => table().insert({ ...signUp, source: "import:list" })],
      ["one without a source", () => table().insert({ email: signUp.email })],
      ["an unsubscribed one", () => table().insert({ ...signUp, status: "unsubscribed" })],
      ["one with a status of null", () => table().insert({ ...signUp, status: null })],
      ["one with an id", () => table().insert({ ...signUp, id: 99 })],
      ["one that requests the row", () => table().insert(signUp).select()],
      ["one that would replace a row", () => table().upsert({ ...signUp, email: ann.email }, { onConflict: "email" })],
      ["one that ignores duplicates", () => table().upsert(signUp, { onConflict: "email", ignoreDuplicates: true })],
    ];
    it.each(forbidden)("forbids %s", async (_attempt, insert) => {
      const { status, error } = await insert();
      expect({ status, code: error?.code }).toEqual({ status: 401, code: "42501" });
      expect(await emails()).toEqual(everyone);
    });

    const malformed: [attempt: string, row: object, code: string][] = [
      ["no email", { status: "active", source: "website-footer" }, "23502"],
      ["an email of null", { ...signUp, email: null }, "23502"],
      ["an email with spaces", { ...signUp, email: " dora@example.com " }, "23514"],
      ["an email without an @", { ...signUp, email: "dora.example.com" }, "23514"],
      ["an email that is too long", { ...signUp, email: `${"d".repeat(250)}@example.com` }, "23514"],
      ["an email with a control character", { ...signUp, email: "do\u0007ra@example.com" }, "23514"],
      ["a name that is too long", { ...signUp, first_name: "D".repeat(201) }, "23514"],
      ["a first name of two lines", { ...signUp, first_name: "Dora\nBcc: x" }, "23514"],
      ["a last name of two lines", { ...signUp, last_name: "Lake\u2028" }, "23514"],
      ["an invalid time", { ...signUp, subscribed_at: "yesterday-ish" }, "22007"],
      ["an unknown column", { ...signUp, admin: true }, "PGRST204"],
    ];
    it.each(malformed)("rejects %s", async (_attempt, row, code) => {
      expect(await table().insert(row)).toMatchObject({ status: 400, error: { code } });
      expect(await emails()).toEqual(everyone);
    });
  });

  describe("as the site owner", () => {
    it("lists all rows, newest first", async () => {
      const { data } = await table(served.adminToken).select("*").order("subscribed_at", { ascending: false });
      expect(data?.map(({ id: _id, ...row }) => row)).toEqual(
        [ben, cleo, ann].map(({ id: _id, ...row }) => ({ ...row, subscribed_at: expect.any(String) })),
      );
      expect(data?.map((row) => new Date(row.subscribed_at).getTime())).toEqual(
        [ben, cleo, ann].map((row) => new Date(row.subscribed_at).getTime()),
      );
    });

    it("finds an email by the duplicate check, or finds none", async () => {
      const check = (email: string) => table(served.adminToken).select("email").eq("email", email).maybeSingle();
      expect(await check("ann@example.com")).toMatchObject({ data: { email: "ann@example.com" }, error: null });
      expect(await check("nobody@example.com")).toMatchObject({ data: null, error: null });
    });

    it("counts all rows, and the rows since a day, without fetching any", async () => {
      const admin = () => table(served.adminToken).select("*", { count: "exact", head: true });
      expect(await admin()).toMatchObject({ count: 3, data: null, status: 200 });
      expect(await admin().gte("subscribed_at", "2026-02-02T00:00:00.000Z")).toMatchObject({ count: 2 });
      expect(await admin().gt("subscribed_at", ben.subscribed_at)).toMatchObject({ count: 0 });
    });

    it("pages through a counted list", async () => {
      const page = (from: number, to: number) =>
        table(served.adminToken).select("email", { count: "exact" }).order("email").range(from, to);
      expect(await page(0, 1)).toMatchObject({
        status: 206,
        count: 3,
        data: [{ email: ann.email }, { email: ben.email }],
      });
      expect(await page(2, 3)).toMatchObject({ status: 206, count: 3, data: [{ email: cleo.email }] });
      expect(await page(4, 5)).toMatchObject({ status: 416, error: { code: "PGRST103" } });
    });

    it("removes an email, and gets no error if it is removed already", async () => {
      for (const remaining of [2, 2]) {
        expect(await table(served.adminToken).delete().eq("email", "ann@example.com")).toMatchObject({
          status: 204,
          error: null,
        });
        expect(await table(served.adminToken).select("*", { count: "exact", head: true })).toMatchObject({
          count: remaining,
        });
      }
    });

    it("returns removed rows when requested", async () => {
      const { status, data } = await table(served.adminToken)
        .delete()
        .eq("email", ben.email)
        .select("email, first_name");
      expect({ status, data }).toEqual({ status: 200, data: [{ email: "ben@example.com", first_name: "Ben" }] });
    });

    it("may neither add nor change rows", async () => {
      const denied = { status: 403, error: { code: "42501" } };
      expect(await table(served.adminToken).insert(signUp)).toMatchObject(denied);
      expect(await table(served.adminToken).update({ status: "unsubscribed" }).eq("id", 1)).toMatchObject(denied);
      expect(await table(served.adminToken).upsert({ ...signUp, email: ann.email })).toMatchObject(denied);
      expect(await emails()).toEqual(everyone);
    });
  });

  describe("as a person who does not administer the site", () => {
    it("sees, adds, changes and removes nothing", async () => {
      const denied = { status: 403, error: { code: "42501" } };
      expect(await table(served.personToken).select()).toMatchObject({ status: 200, data: [] });
      expect(await table(served.personToken).select("*", { count: "exact", head: true })).toMatchObject({ count: 0 });
      expect(await table(served.personToken).delete().eq("email", ann.email)).toMatchObject({ status: 204 });
      expect(await table(served.personToken).insert(signUp)).toMatchObject(denied);
      expect(await table(served.personToken).update({ source: "x" }).eq("email", ann.email)).toMatchObject(denied);
      expect(await emails()).toEqual(everyone);
    });
  });

  it("stores one of many simultaneous sign-ups of an email, and rejects the others as duplicates", async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const email = [...signUp.email]
          .map((letter, at) => ((i >> (at % 6)) & 1 ? letter.toUpperCase() : letter))
          .join("");
        return table().insert({ ...signUp, email });
      }),
    );
    const results = responses.map(({ status, error }) => `${status} ${error?.code ?? "stored"}`).sort();
    expect(results).toEqual(["201 stored", ...Array.from({ length: 49 }, () => "409 23505")]);
    expect(await emails()).toEqual([...everyone, signUp.email]);
  });
}
