import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inFront } from "../../testing/through-hosted.ts";
import { bodyOf, errorOf, Wire } from "./wire.case.ts";

const signUp = { email: "dora@example.com", status: "active", source: "website-footer" };

describe("the table interface over HTTP", () => {
  const wire = new Wire();

  describe("keys", () => {
    beforeEach(wire.start);
    afterEach(wire.stop);

    it.each(["GET", "HEAD", "POST", "PATCH", "DELETE"])("requires a key for %s", async (method) => {
      const response = await wire.send(`/${SUBSCRIBERS_TABLE}`, { method });
      expect(response.status).toBe(401);
      if (method !== "HEAD") {
        expect(await response.json()).toEqual({ message: "No API key found in request", hint: expect.any(String) });
      }
    });

    it("accepts the key in the query string too, where it is not read as a filter", async () => {
      const response = await wire.send(`/${SUBSCRIBERS_TABLE}?select=email&apikey=${wire.served.anonymousKey}`);
      expect([response.status, await response.text()]).toEqual([200, "[]"]);
    });

    it("rejects another key", async () => {
      const response = await wire.send(`/${SUBSCRIBERS_TABLE}`, { headers: { apikey: "sb_publishable_x" } });
      expect([response.status, await response.json()]).toEqual([
        401,
        { message: "Invalid API key", hint: expect.any(String) },
      ]);
    });

    it("gives different errors for an invalid and an expired token", async () => {
      const withToken = (token: string) => wire.table("", { headers: { authorization: `Bearer ${token}` } });
      expect(await errorOf(withToken("a.b.c"))).toBe("401 PGRST301");
      wire.passTime(24 * 60 * 60 * 1000);
      expect(await errorOf(withToken(wire.served.adminToken))).toBe("401 PGRST303");
      expect((await withToken(wire.served.adminToken)).headers.get("www-authenticate")).toMatch(
        /^Bearer error="invalid_token"/,
      );
    });
  });

  describe("addresses and methods", () => {
    wire.serveOnce();

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
      expect(await errorOf(wire.asOwner(path))).toBe(expected);
    });

    it("rejects unknown methods", async () => {
      expect(await errorOf(wire.table("", { method: "PROPFIND" }))).toBe("405 PGRST117");
    });

    it("lists its methods without a key", async () => {
      const response = await wire.send(`/${SUBSCRIBERS_TABLE}`, { method: "OPTIONS" });
      expect([response.status, response.headers.get("allow")]).toEqual([200, "OPTIONS,GET,HEAD,POST,DELETE"]);
    });

    it("serves only the schema public", async () => {
      const response = await wire.table("?select=id&limit=1", { headers: { "accept-profile": "public" } });
      expect(response.headers.get("content-profile")).toBe("public");
      expect(await errorOf(wire.table("", { headers: { "accept-profile": "secret" } }))).toBe("406 PGRST106");
      expect(await errorOf(wire.add(signUp, { "content-profile": "secret" }))).toBe("406 PGRST106");
      const { status } = await wire.add(signUp, { "accept-profile": "secret" });
      expect(status).toBe(inFront("either profile", { builtin: 201, hosted: 406 }));
    });

    it("lets nobody change a row by PATCH or PUT", async () => {
      const call = { body: '{"status":"unsubscribed"}', headers: { "content-type": "application/json" } };
      expect(await errorOf(wire.table("?id=eq.1", { method: "PATCH", ...call }))).toBe("403 42501");
      expect(await errorOf(wire.table("?id=eq.1", { method: "PUT", ...call }))).toBe("403 42501");
      expect(await errorOf(wire.asVisitor(`/${SUBSCRIBERS_TABLE}?id=eq.1`, { method: "PATCH", ...call }))).toBe(
        "401 42501",
      );
      expect(await errorOf(wire.table("?id=eq.1", { method: "PATCH", ...call, body: '{"nope":1}' }))).toBe(
        "400 PGRST204",
      );
      expect(await errorOf(wire.table("?id=eq.1", { method: "PATCH", ...call, body: "{" }))).toBe("400 PGRST102");
    });
  });

  describe("sign-ups", () => {
    beforeEach(wire.start);
    afterEach(wire.stop);

    it("get a response without a row", async () => {
      const response = await wire.add(signUp, { prefer: "return=minimal, count=exact" });
      expect([response.status, await response.text(), response.headers.get("content-range")]).toEqual([201, "", "*/1"]);
      expect(response.headers.get("preference-applied")).toBe("return=minimal, count=exact");
      expect(response.headers.get("location")).toBeNull();
      const [row] = await bodyOf(wire.table("?email=eq.dora@example.com"));
      expect(row).toMatchObject({ subscribed_at: "2026-03-01T12:00:00.25+00:00", last_name: null });
    });

    it("store nothing for an empty array", async () => {
      const response = await wire.add([], { prefer: "return=representation" });
      expect([response.status, await response.text()]).toEqual([201, "[]"]);
      expect((await wire.add("null")).status).toBe(201);
      expect(await wire.emails()).toHaveLength(2);
    });

    it("use the columns that the query names, and defaults only on request", async () => {
      const query = "?columns=email,source,status";
      const body = [{ email: "dora@example.com", source: "website-footer", ignored: 1 }];
      expect(await errorOf(wire.add(body, {}, query))).toBe("401 42501");
      expect((await wire.add(body, { prefer: "missing=default" }, query)).status).toBe(201);
    });

    it("ignore fields that the query does not name", async () => {
      const body = { ...signUp, email: "hidden@example.com", first_name: "Dora" };
      expect(await errorOf(wire.add(body, {}, "?columns=source,status"))).toBe("400 23502");
      expect((await wire.add({ ...body, status: "unsubscribed" }, {}, "?columns=email,source")).status).toBe(201);
      const [row] = await bodyOf(wire.table("?email=eq.hidden@example.com"));
      expect(row).toMatchObject({ status: "active", first_name: null });
    });

    it("store letters of every alphabet in lower case, and other JSON as text", async () => {
      await wire.add({ ...signUp, email: "ÄNNE@EXAMPLE.COM", first_name: "🎸 Ænne", last_name: 7 });
      const [row] = await bodyOf(wire.table("?select=email,first_name,last_name&email=eq.änne@example.com"));
      expect(row).toEqual({ email: "änne@example.com", first_name: "🎸 Ænne", last_name: "7" });
    });

    it("are checked against the table's policy first and its constraints second, as in PostgreSQL", async () => {
      expect(await errorOf(wire.add({ email: "nonsense", source: "elsewhere" }))).toBe("401 42501");
    });

    const hostile: [name: string, body: string, expected: string][] = [
      ["no body", "", "400 PGRST102"],
      ["broken JSON", '{"email":', "400 PGRST102"],
      ["rows of different keys", '[{"email":"a@b.c"},{"source":"x"}]', "400 PGRST102"],
      ["an array of numbers", "[1,2]", "400 PGRST102"],
      ["a key that every object has", '{"__proto__":{"status":"active"}}', "400 PGRST204"],
      ["a key that every object inherits", '{"constructor":1}', "400 PGRST204"],
      ["a NUL", JSON.stringify({ ...signUp, email: "a\0@example.com" }), "400 22P05"],
      ["bytes that are not text", `{"email":"\ufffd@example.com","source":"website-footer"}`, "400 PGRST102"],
      ["a time of a million spaces", JSON.stringify({ ...signUp, subscribed_at: " ".repeat(1e6) }), "400 22007"],
      ["half a character", '{"email":"\\ud83c@example.com","source":"website-footer"}', "400 22P02"],
      ["a megabyte of address", JSON.stringify({ ...signUp, email: `${"a".repeat(1e6)}@example.com` }), "400 23514"],
      ["an address that is an object", JSON.stringify({ ...signUp, email: { a: 1 } }), "400 23514"],
      ["an address that is a number", JSON.stringify({ ...signUp, email: 5 }), "400 23514"],
      ["a time that is a number", JSON.stringify({ ...signUp, subscribed_at: 5 }), "400 22007"],
      [
        "lists nested without end",
        `{"source":"website-footer","email":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
        "400 PGRST102",
      ],
    ];
    it.each(hostile)("are rejected with %s", async (_name, body, expected) => {
      // Not even parsed, in front of every service.
      if (body.length > 8 * 1024) expect((await wire.add(body)).status).toBe(413);
      else expect(await errorOf(wire.add(body))).toBe(expected);
      expect(await wire.emails()).toHaveLength(2);
    });

    it("are rejected if the body is not JSON", async () => {
      expect(await errorOf(wire.add("email=a@b.c", { "content-type": "application/x-www-form-urlencoded" }))).toBe(
        "400 PGRST102",
      );
      expect(await errorOf(wire.add("email\na@b.c", { "content-type": "text/csv" }))).toBe("400 PGRST102");
    });

    it("do not repeat an email in the error", async () => {
      const body = await bodyOf(wire.add({ ...signUp, email: "ann@example.com" }));
      expect(body).toEqual({
        code: "23505",
        message: 'duplicate key value violates unique constraint "newsletter_subscribers_email_key"',
        details: null,
        hint: null,
      });
    });
  });

  describe("removals", () => {
    beforeEach(wire.start);
    afterEach(wire.stop);

    it("return the number of removed rows", async () => {
      const response = await wire.remove("?id=gt.0", { prefer: "count=exact" });
      expect([response.status, response.headers.get("content-range")]).toEqual([204, "*/2"]);
      expect(await wire.emails()).toEqual([]);
    });

    it("require a filter", async () => {
      expect(await errorOf(wire.remove(""))).toBe("400 21000");
      expect(await errorOf(wire.remove("?id=gt.0&limit=1"))).toBe("400 PGRST127");
      expect(await errorOf(wire.remove("?id=gt.x"))).toBe("400 22P02");
      expect(await wire.emails()).toHaveLength(2);
    });

    it("remove nothing if they would remove more rows than allowed", async () => {
      expect(await errorOf(wire.remove("?id=gt.0", { prefer: "handling=strict, max-affected=1" }))).toBe(
        "400 PGRST124",
      );
      expect(await errorOf(wire.remove("?id=gt.0", { accept: "application/vnd.pgrst.object+json" }))).toBe(
        "406 PGRST116",
      );
      expect(await wire.emails()).toHaveLength(2);
      const response = await wire.remove("?id=gt.1", { prefer: "handling=strict, max-affected=1" });
      expect(response.headers.get("preference-applied")).toBe("handling=strict, max-affected=1");
      expect(await wire.emails()).toEqual(["ann@example.com"]);
    });

    it("return the removed rows in the requested order", async () => {
      const response = await wire.remove("?select=id&id=gt.0&order=id.desc", { prefer: "return=representation" });
      expect([response.status, await response.json()]).toEqual([200, [{ id: 2 }, { id: 1 }]]);
    });
  });
});
