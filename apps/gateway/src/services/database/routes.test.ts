import { aSubscriber } from "@porchlight/fixtures/subscriber.ts";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOW, serveBuiltin } from "./builtin.case.ts";
import { ADDRESS, type ServedDatabase } from "./contract.case.ts";

type Call = { method?: string; headers?: Record<string, string>; body?: string };

const signUp = { email: "dora@example.com", status: "active", source: "website-footer" };

describe("the table interface on the wire", () => {
  let served: ServedDatabase;
  let now: Date;
  const start = async () => {
    now = NOW;
    served = await serveBuiltin(
      [
        aSubscriber({ email: "ann@example.com", subscribed_at: "2026-02-01T10:00:00+00:00" }),
        aSubscriber({
          id: 2,
          email: "ben@example.com",
          subscribed_at: "2026-02-02T10:00:00.5Z",
          first_name: "Ben, Jr",
        }),
      ],
      () => now,
    );
  };
  const stop = () => served.close();

  const send = (path: string, call: Call = {}) => served.fetch(`${ADDRESS}/rest/v1${path}`, call);
  const asVisitor = (path: string, call: Call = {}) =>
    send(path, { ...call, headers: { apikey: served.anonymousKey, ...call.headers } });
  const asOwner = (path: string, call: Call = {}) =>
    asVisitor(path, { ...call, headers: { authorization: `Bearer ${served.adminToken}`, ...call.headers } });
  const table = (query = "", call?: Call) => asOwner(`/${SUBSCRIBERS_TABLE}${query}`, call);
  const remove = (query: string, headers: Record<string, string> = {}) => table(query, { method: "DELETE", headers });
  const add = (body: unknown, headers: Record<string, string> = {}, query = "") =>
    asVisitor(`/${SUBSCRIBERS_TABLE}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const read = async (answering: Promise<Response>) => JSON.parse(await (await answering).text());
  const emails = async () => {
    const rows: { email: string }[] = await read(table("?select=email&order=email"));
    return rows.map(({ email }) => email);
  };

  /** Status and code of a refusal, once its body was seen to have exactly the four keys. */
  async function refusal(answering: Promise<Response>): Promise<string> {
    const answer = await answering;
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const body = await read(answering);
    expect(Object.keys(body).sort()).toEqual(["code", "details", "hint", "message"]);
    return `${answer.status} ${body.code}`;
  }

  describe("keys", () => {
    beforeEach(start);
    afterEach(stop);

    it.each(["GET", "HEAD", "POST", "PATCH", "DELETE"])("asks for a key on %s", async (method) => {
      const answer = await send(`/${SUBSCRIBERS_TABLE}`, { method });
      expect(answer.status).toBe(401);
      if (method !== "HEAD") {
        expect(await answer.json()).toEqual({ message: "No API key found in request", hint: expect.any(String) });
      }
    });

    it("takes the key from the query string too, and no filter from it", async () => {
      const answer = await send(`/${SUBSCRIBERS_TABLE}?select=email&apikey=${served.anonymousKey}`);
      expect([answer.status, await answer.text()]).toEqual([200, "[]"]);
    });

    it("refuses another key", async () => {
      const answer = await send(`/${SUBSCRIBERS_TABLE}`, { headers: { apikey: "sb_publishable_x" } });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { message: "Invalid API key", hint: expect.any(String) },
      ]);
    });

    it("tells a bad token from one that has expired", async () => {
      const withToken = (token: string) => table("", { headers: { authorization: `Bearer ${token}` } });
      expect(await refusal(withToken("a.b.c"))).toBe("401 PGRST301");
      now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
      expect(await refusal(withToken(served.adminToken))).toBe("401 PGRST303");
      expect((await withToken(served.adminToken)).headers.get("www-authenticate")).toMatch(
        /^Bearer error="invalid_token"/,
      );
    });
  });

  describe("addresses and methods", () => {
    beforeAll(start);
    afterAll(stop);

    it.each([
      ["/other_table", "404 PGRST205"],
      ["/__proto__", "404 PGRST205"],
      ["/NEWSLETTER_SUBSCRIBERS", "404 PGRST205"],
      ["/rpc/anything", "404 PGRST202"],
      ["/a/b/c", "404 PGRST125"],
      [`/${SUBSCRIBERS_TABLE}/1`, "404 PGRST125"],
      ["/", "404 PGRST126"],
      ["", "404 PGRST126"],
      ["/%F0%9F%8E%B8", "404 PGRST205"],
    ])("answers %s with %s", async (path, expected) => {
      expect(await refusal(asOwner(path))).toBe(expected);
    });

    it("refuses methods that there are not", async () => {
      expect(await refusal(table("", { method: "PROPFIND" }))).toBe("405 PGRST117");
    });

    it("says which methods there are, without a key", async () => {
      const answer = await send(`/${SUBSCRIBERS_TABLE}`, { method: "OPTIONS" });
      expect([answer.status, answer.headers.get("allow")]).toEqual([200, "OPTIONS,GET,HEAD,POST,DELETE"]);
    });

    it("knows the schema public and no other", async () => {
      const answer = await table("?select=id&limit=1", { headers: { "accept-profile": "public" } });
      expect(answer.headers.get("content-profile")).toBe("public");
      expect(await refusal(table("", { headers: { "accept-profile": "secret" } }))).toBe("406 PGRST106");
      expect(await refusal(add(signUp, { "content-profile": "secret" }))).toBe("406 PGRST106");
      expect((await add(signUp, { "accept-profile": "secret" })).status).toBe(201);
    });

    it("lets no one change a row, by PATCH or PUT", async () => {
      const call = { body: '{"status":"unsubscribed"}', headers: { "content-type": "application/json" } };
      expect(await refusal(table("?id=eq.1", { method: "PATCH", ...call }))).toBe("403 42501");
      expect(await refusal(table("?id=eq.1", { method: "PUT", ...call }))).toBe("403 42501");
      expect(await refusal(asVisitor(`/${SUBSCRIBERS_TABLE}?id=eq.1`, { method: "PATCH", ...call }))).toBe("401 42501");
      expect(await refusal(table("?id=eq.1", { method: "PATCH", ...call, body: '{"nope":1}' }))).toBe("400 PGRST204");
      expect(await refusal(table("?id=eq.1", { method: "PATCH", ...call, body: "{" }))).toBe("400 PGRST102");
    });
  });

  describe("lists", () => {
    beforeAll(start);
    afterAll(stop);

    it("writes a row as PostgreSQL does", async () => {
      const answer = await table("?id=eq.2");
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("content-range")).toBe("0-0/*");
      expect(await answer.json()).toEqual([
        {
          id: 2,
          email: "ben@example.com",
          status: "active",
          source: "website-footer",
          subscribed_at: "2026-02-02T10:00:00.5+00:00",
          first_name: "Ben, Jr",
          last_name: null,
        },
      ]);
    });

    it.each([
      ["?select=mail:email,id::text&id=eq.1", [{ mail: "ann@example.com", id: "1" }]],
      ["?select=at:subscribed_at::text&id=eq.2", [{ at: "2026-02-02 10:00:00.5+00" }]],
      ['?select="email"&id=eq.1', [{ email: "ann@example.com" }]],
      ["?select=&id=eq.1", [{}]],
      ["?select=__proto__:id&id=eq.1", [JSON.parse('{"__proto__":1}')]],
      ["?select=id&email=like.*EXAMPLE*", []],
      ["?select=id&email=ilike.*EXAMPLE*&order=id.desc", [{ id: 2 }, { id: 1 }]],
      ["?select=id&first_name=is.null", [{ id: 1 }]],
      ["?select=id&order=first_name", [{ id: 2 }, { id: 1 }]],
      ["?select=id&order=first_name.desc", [{ id: 1 }, { id: 2 }]],
      ["?select=id&order=first_name.nullsfirst", [{ id: 1 }, { id: 2 }]],
      ["?select=id&or=(id.eq.1,and(email.like.ben*,status.not.eq.unsubscribed))", [{ id: 1 }, { id: 2 }]],
      ["?select=id&not.or=(id.eq.1,id.eq.7)", [{ id: 2 }]],
      ["?select=id&email=eq(any).{ann@example.com,nobody}", [{ id: 1 }]],
      ["?select=id&email=like(all).{*ann*,*nobody*}", []],
      ["?select=id&first_name=isdistinct.x&order=id", [{ id: 1 }, { id: 2 }]],
      ['?select=id&first_name=in.("Ben, Jr",x)', [{ id: 2 }]],
      ["?select=id&id=in.()", []],
      ["?select=id&id=gt.0&id=gt.1", [{ id: 2 }]],
      ["?select=id&limit=1&limit=5&order=id", [{ id: 1 }, { id: 2 }]],
      ["?select=id&limit=nonsense&order=id", [{ id: 1 }, { id: 2 }]],
      ["?select=id&limit=0", []],
      ["?select=id&offset=99999999999999999999999", []],
      ["?select=id&limit=99999999999999999999999&order=id", [{ id: 1 }, { id: 2 }]],
      ["?select=id&offset=-3&limit=1&order=id", [{ id: 1 }]],
      ["?select=id&subscribed_at=gte.2026-02-02T11:00:00%2B01:00", [{ id: 2 }]],
      [`?select=id&email=eq.${encodeURIComponent("'; DROP TABLE newsletter_subscribers; --")}`, []],
    ])("answers %s", async (query, expected) => {
      const answer = await table(query);
      expect([answer.status, await answer.json()]).toEqual([200, expected]);
    });

    it.each([
      ["?select=nope", "400 42703"],
      ["?nope=eq.1", "400 42703"],
      ["?order=nope", "400 42703"],
      ["?__proto__=eq.1", "400 42703"],
      ["?constructor=is.null", "400 42703"],
      ["?select=email!", "400 PGRST200"],
      ["?select=orders(*)", "400 PGRST200"],
      ["?select=...orders(*)", "400 PGRST200"],
      ["?select=count()", "400 PGRST123"],
      ["?select=id.sum()", "400 PGRST123"],
      ["?select=email->x", "400 PGRST127"],
      ["?select=id::json", "400 PGRST127"],
      ["?select=id::nope", "400 42704"],
      ["?select=id,,email", "400 PGRST100"],
      ["?id=1", "400 PGRST100"],
      ["?id=nope.1", "400 PGRST100"],
      ["?id=not.not.eq.1", "400 PGRST100"],
      ["?id=in.1,2", "400 PGRST100"],
      ["?id=is.5", "400 PGRST100"],
      ["?order=id.down", "400 PGRST100"],
      ["?order=", "400 PGRST100"],
      ["?or=()", "400 PGRST100"],
      ["?or=(id.eq.1", "400 PGRST100"],
      [`?or=${"(and".repeat(5_000)}`, "400 PGRST100"],
      ["?on_conflict=,", "400 PGRST100"],
      ["?columns=,", "400 PGRST100"],
      ["?orders.id=eq.1", "400 PGRST108"],
      ["?orders.order=id", "400 PGRST108"],
      ["?orders.or=(id.eq.1)", "400 PGRST108"],
      ["?id=eq.abc", "400 22P02"],
      ["?id=eq.", "400 22P02"],
      ["?id=eq.9223372036854775808", "400 22003"],
      ["?id=eq(any).{1,2", "400 22P02"],
      ["?subscribed_at=gt.yesterday", "400 22007"],
      ["?subscribed_at=gt.2026-02-30", "400 22008"],
      ["?email=eq.a%00b", "400 22021"],
      ["?email=is.true", "400 42804"],
      ["?email=like.a%5C", "400 22025"],
      ["?id=like.1*", "404 42883"],
      ["?email=cs.{a}", "404 42883"],
      ["?id=adj.[1,2]", "404 42883"],
      ["?email=match.^(a%2B)%2B$", "400 PGRST127"],
      ["?email=wfts(english).ann", "400 PGRST127"],
      ["?limit=-1", "416 PGRST103"],
    ])("refuses %s with %s, whoever asks", async (query, expected) => {
      expect(await refusal(table(query))).toBe(expected);
      expect(await refusal(asVisitor(`/${SUBSCRIBERS_TABLE}${query}`))).toBe(expected);
    });

    it("says where a query stops making sense", async () => {
      expect(await read(table("?id=nope.1"))).toEqual({
        code: "PGRST100",
        message: '"failed to parse filter (nope.1)" (line 1, column 1)',
        details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
        hint: null,
      });
    });

    it("bears as many conditions as a request can hold", async () => {
      const many = Array.from({ length: 3_000 }, (_, i) => `id.eq.${i}`).join(",");
      expect(await read(table(`?select=id&or=(${many})&order=id`))).toEqual([{ id: 1 }, { id: 2 }]);
    });

    it.each([
      ["?select=id", {}, 200, "0-1/*"],
      ["?select=id", { prefer: "count=exact" }, 200, "0-1/2"],
      ["?select=id&limit=1", { prefer: "count=planned" }, 206, "0-0/2"],
      ["?select=id&id=gt.5", { prefer: "count=exact" }, 200, "*/0"],
      ["?select=id&limit=0", {}, 200, "*/*"],
      ["?select=id", { range: "1-1" }, 200, "1-1/*"],
      ["?select=id&limit=5", { range: "1-", prefer: "count=estimated" }, 206, "1-1/2"],
      ["?select=id&offset=2", { prefer: "count=exact" }, 206, "*/2"],
      ["?select=id", { range: "bytes=0-1" }, 200, "0-1/*"],
    ])("counts %s with %o", async (query, headers, status, range) => {
      const answer = await table(query, { headers });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([status, range]);
    });

    it("refuses a range that is turned round, or past the end of a counted list", async () => {
      expect(await refusal(table("", { headers: { range: "3-1" } }))).toBe("416 PGRST103");
      const past = await table("?offset=3", { headers: { prefer: "count=exact" } });
      expect(past.headers.get("content-range")).toBe("*/2");
      expect(await refusal(Promise.resolve(past))).toBe("416 PGRST103");
    });

    it("answers HEAD as GET without the rows", async () => {
      const answer = await table("?select=*&limit=1", { method: "HEAD", headers: { prefer: "count=exact" } });
      expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([206, "0-0/2", ""]);
    });

    it("says which preferences it followed", async () => {
      const applied = async (prefer: string) =>
        (await table("", { headers: { prefer } })).headers.get("preference-applied");
      expect(await applied("count=exact, tx=rollback, foo")).toBe("count=exact");
      expect(await applied("handling=lenient,count=planned,count=exact")).toBe("count=planned, handling=lenient");
      expect(await applied("foo")).toBeNull();
      expect(await refusal(table("", { headers: { prefer: "handling=strict, foo" } }))).toBe("400 PGRST122");
    });
  });

  describe("media types", () => {
    beforeAll(start);
    afterAll(stop);

    const object = "application/vnd.pgrst.object+json";

    it("gives one row as an object, and says how many there were instead", async () => {
      const one = await table("?select=id&id=eq.1", { headers: { accept: object } });
      expect(one.headers.get("content-type")).toBe(`${object}; charset=utf-8`);
      expect(await one.json()).toEqual({ id: 1 });
      const two = await table("", { headers: { accept: object } });
      expect([two.status, await two.json()]).toEqual([
        406,
        {
          code: "PGRST116",
          message: "Cannot coerce the result to a single JSON object",
          details: "The result contains 2 rows",
          hint: null,
        },
      ]);
    });

    it("leaves nulls out when asked", async () => {
      const stripped = await table("?select=id,last_name&id=eq.1", { headers: { accept: `${object};nulls=stripped` } });
      expect(await stripped.json()).toEqual({ id: 1 });
      const accept = "application/vnd.pgrst.array+json;nulls=stripped";
      expect(await read(table("?select=id,last_name&id=eq.1", { headers: { accept } }))).toEqual([{ id: 1 }]);
    });

    it("writes CSV as PostgreSQL does", async () => {
      const answer = await table("?select=id,subscribed_at,first_name&order=id", { headers: { accept: "text/csv" } });
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(await answer.text()).toBe(
        'id,subscribed_at,first_name\n1,"2026-02-01 10:00:00+00",\n2,"2026-02-02 10:00:00.5+00","Ben, Jr"',
      );
    });

    it("chooses what is liked best, and refuses what it has not", async () => {
      const type = async (accept: string) => (await table("", { headers: { accept } })).headers.get("content-type");
      expect(await type("text/html,application/xml;q=0.9,*/*;q=0.8")).toBe("application/json; charset=utf-8");
      expect(await type("application/json;q=0.5, text/csv")).toBe("text/csv; charset=utf-8");
      expect(await refusal(table("", { headers: { accept: "application/geo+json" } }))).toBe("406 PGRST107");
    });
  });

  describe("sign-ups", () => {
    beforeEach(start);
    afterEach(stop);

    it("answers with nothing but the fact", async () => {
      const answer = await add(signUp, { prefer: "return=minimal, count=exact" });
      expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([201, "", "*/1"]);
      expect(answer.headers.get("preference-applied")).toBe("return=minimal, count=exact");
      expect(answer.headers.get("location")).toBeNull();
      const [row] = await read(table("?email=eq.dora@example.com"));
      expect(row).toMatchObject({ subscribed_at: "2026-03-01T12:00:00.25+00:00", last_name: null });
    });

    it("stores nothing for an empty list", async () => {
      const answer = await add([], { prefer: "return=representation" });
      expect([answer.status, await answer.text()]).toEqual([201, "[]"]);
      expect((await add("null")).status).toBe(201);
      expect(await emails()).toHaveLength(2);
    });

    it("takes the columns that the query names, with defaults only when asked for", async () => {
      const query = "?columns=email,source,status";
      const body = [{ email: "dora@example.com", source: "website-footer", ignored: 1 }];
      expect(await refusal(add(body, {}, query))).toBe("401 42501");
      expect((await add(body, { prefer: "missing=default" }, query)).status).toBe(201);
    });

    it("stores letters of every alphabet in lower case, and turns other JSON into text", async () => {
      await add({ ...signUp, email: "ÄNNE@EXAMPLE.COM", first_name: "🎸 Ænne", last_name: 7 });
      const [row] = await read(table("?select=email,first_name,last_name&email=eq.änne@example.com"));
      expect(row).toEqual({ email: "änne@example.com", first_name: "🎸 Ænne", last_name: "7" });
    });

    it("goes by the rule before the constraint, as PostgreSQL does", async () => {
      expect(await refusal(add({ email: "nonsense", source: "elsewhere" }))).toBe("401 42501");
    });

    const hostile: [name: string, body: string, expected: string][] = [
      ["no body", "", "400 PGRST102"],
      ["broken JSON", '{"email":', "400 PGRST102"],
      ["rows of different keys", '[{"email":"a@b.c"},{"source":"x"}]', "400 PGRST102"],
      ["a list of something else", "[1,2]", "400 PGRST102"],
      ["a key of every object", '{"__proto__":{"status":"active"}}', "400 PGRST204"],
      ["a key of every constructor", '{"constructor":1}', "400 PGRST204"],
      ["a NUL", JSON.stringify({ ...signUp, email: "a\0@example.com" }), "400 22P05"],
      ["half a character", '{"email":"\\ud83c@example.com","source":"website-footer"}', "400 22P02"],
      ["a megabyte of address", JSON.stringify({ ...signUp, email: `${"a".repeat(1e6)}@example.com` }), "400 23514"],
      ["an address that is an object", JSON.stringify({ ...signUp, email: { a: 1 } }), "400 23514"],
      ["an address that is a number", JSON.stringify({ ...signUp, email: 5 }), "400 23514"],
      ["a time that is a number", JSON.stringify({ ...signUp, subscribed_at: 5 }), "400 22007"],
      [
        "lists nested without end",
        `{"source":"website-footer","email":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
        "400 22P02",
      ],
    ];
    it.each(hostile)("refuses %s", async (_name, body, expected) => {
      expect(await refusal(add(body))).toBe(expected);
      expect(await emails()).toHaveLength(2);
    });

    it("refuses bodies that are not JSON", async () => {
      expect(await refusal(add("email=a@b.c", { "content-type": "application/x-www-form-urlencoded" }))).toBe(
        "400 PGRST102",
      );
      expect(await refusal(add("email\na@b.c", { "content-type": "text/csv" }))).toBe("400 PGRST102");
    });

    it("does not say which address was wrong or there already", async () => {
      const body = await read(add({ ...signUp, email: "ann@example.com" }));
      expect(body).toEqual({
        code: "23505",
        message: 'duplicate key value violates unique constraint "newsletter_subscribers_email_key"',
        details: null,
        hint: null,
      });
    });
  });

  describe("removals", () => {
    beforeEach(start);
    afterEach(stop);

    it("counts what it removed", async () => {
      const answer = await remove("?id=gt.0", { prefer: "count=exact" });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([204, "*/2"]);
      expect(await emails()).toEqual([]);
    });

    it("wants to be told what to remove", async () => {
      expect(await refusal(remove(""))).toBe("400 21000");
      expect(await refusal(remove("?id=gt.0&limit=1"))).toBe("400 PGRST127");
      expect(await refusal(remove("?id=gt.x"))).toBe("400 22P02");
      expect(await emails()).toHaveLength(2);
    });

    it("removes nothing when it would be more than was allowed, or not the one", async () => {
      expect(await refusal(remove("?id=gt.0", { prefer: "handling=strict, max-affected=1" }))).toBe("400 PGRST124");
      expect(await refusal(remove("?id=gt.0", { accept: "application/vnd.pgrst.object+json" }))).toBe("406 PGRST116");
      expect(await emails()).toHaveLength(2);
      const answer = await remove("?id=gt.1", { prefer: "handling=strict, max-affected=1" });
      expect(answer.headers.get("preference-applied")).toBe("handling=strict, max-affected=1");
      expect(await emails()).toEqual(["ann@example.com"]);
    });

    it("gives back the removed rows in the order asked for", async () => {
      const answer = await remove("?select=id&id=gt.0&order=id.desc", { prefer: "return=representation" });
      expect([answer.status, await answer.json()]).toEqual([200, [{ id: 2 }, { id: 1 }]]);
    });
  });
});
