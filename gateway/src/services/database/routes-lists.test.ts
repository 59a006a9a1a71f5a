import { brotliDecompressSync } from "node:zlib";
import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { describe, expect, it } from "vitest";
import { ofBuiltinAlone } from "../../testing/through-hosted.ts";
import { bodyOf, errorOf, Wire } from "./wire.case.ts";

describe("reading over HTTP", () => {
  const wire = new Wire();
  wire.serveOnce();

  describe("lists", () => {
    it("writes a row as PostgreSQL does", async () => {
      const response = await wire.table("?id=eq.2");
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("content-range")).toBe("0-0/*");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toEqual([
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

    it("are compressed for the owner if they are long", ofBuiltinAlone("compressed lists"), async () => {
      const query = `?select=${Array.from({ length: 50 }, (_, at) => `email_${at}:email`)}`;
      const plain = await wire.table(query);
      const packed = await wire.table(query, { headers: { "accept-encoding": "gzip, br" } });
      expect([plain, packed].map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "br"]);
      expect(packed.headers.get("content-range")).toBe("0-1/*");
      const text = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString();
      expect(text).toBe(await plain.text());
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
      const response = await wire.table(query);
      expect([response.status, await response.json()]).toEqual([200, expected]);
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
    ])("rejects %s with %s, for every client", async (query, expected) => {
      expect(await errorOf(wire.table(query))).toBe(expected);
      expect(await errorOf(wire.asVisitor(`/${SUBSCRIBERS_TABLE}${query}`))).toBe(expected);
    });

    it("rejects conditions that are nested without end", ofBuiltinAlone("size of requests"), async () => {
      const query = `?or=${"(and".repeat(5_000)}`;
      expect(await errorOf(wire.table(query))).toBe("400 PGRST100");
      expect(await errorOf(wire.asVisitor(`/${SUBSCRIBERS_TABLE}${query}`))).toBe("400 PGRST100");
    });

    it("names the place where a query is invalid", async () => {
      expect(await bodyOf(wire.table("?id=nope.1"))).toEqual({
        code: "PGRST100",
        message: '"failed to parse filter (nope.1)" (line 1, column 1)',
        details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
        hint: null,
      });
    });

    it("accepts as many conditions as one request can hold", ofBuiltinAlone("size of requests"), async () => {
      const many = Array.from({ length: 3_000 }, (_, i) => `id.eq.${i}`).join(",");
      expect(await bodyOf(wire.table(`?select=id&or=(${many})&order=id`))).toEqual([{ id: 1 }, { id: 2 }]);
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
      const response = await wire.table(query, { headers });
      expect([response.status, response.headers.get("content-range")]).toEqual([status, range]);
    });

    it("rejects a range that ends before it starts, or an offset past the end of a counted list", async () => {
      expect(await errorOf(wire.table("", { headers: { range: "3-1" } }))).toBe("416 PGRST103");
      const past = await wire.table("?offset=3", { headers: { prefer: "count=exact" } });
      expect(past.headers.get("content-range")).toBe("*/2");
      expect(await errorOf(past)).toBe("416 PGRST103");
    });

    it("answers HEAD like GET, but without the rows", async () => {
      const response = await wire.table("?select=*&limit=1", { method: "HEAD", headers: { prefer: "count=exact" } });
      expect([response.status, response.headers.get("content-range"), await response.text()]).toEqual([
        206,
        "0-0/2",
        "",
      ]);
    });

    it("lists the preferences that it applied in a header", async () => {
      const applied = async (prefer: string) =>
        (await wire.table("", { headers: { prefer } })).headers.get("preference-applied");
      expect(await applied("count=exact, tx=rollback, foo")).toBe("count=exact");
      expect(await applied("handling=lenient,count=planned,count=exact")).toBe("count=planned, handling=lenient");
      expect(await applied("foo")).toBeNull();
      expect(await errorOf(wire.table("", { headers: { prefer: "handling=strict, foo" } }))).toBe("400 PGRST122");
    });
  });

  describe("media types", () => {
    const object = "application/vnd.pgrst.object+json";

    it("returns one row as an object, or an error with the number of rows", async () => {
      const one = await wire.table("?select=id&id=eq.1", { headers: { accept: object } });
      expect(one.headers.get("content-type")).toBe(`${object}; charset=utf-8`);
      expect(await one.json()).toEqual({ id: 1 });
      const two = await wire.table("", { headers: { accept: object } });
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

    it("leaves nulls out when requested", async () => {
      const stripped = await wire.table("?select=id,last_name&id=eq.1", {
        headers: { accept: `${object};nulls=stripped` },
      });
      expect(await stripped.json()).toEqual({ id: 1 });
      const accept = "application/vnd.pgrst.array+json;nulls=stripped";
      expect(await bodyOf(wire.table("?select=id,last_name&id=eq.1", { headers: { accept } }))).toEqual([{ id: 1 }]);
    });

    it("writes CSV as PostgreSQL does", async () => {
      const response = await wire.table("?select=id,subscribed_at,first_name&order=id", {
        headers: { accept: "text/csv" },
      });
      expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(await response.text()).toBe(
        'id,subscribed_at,first_name\n1,"2026-02-01 10:00:00+00",\n2,"2026-02-02 10:00:00.5+00","Ben, Jr"',
      );
    });

    it("chooses the media type with the highest quality, and rejects unknown ones", async () => {
      const type = async (accept: string) =>
        (await wire.table("", { headers: { accept } })).headers.get("content-type");
      expect(await type("text/html,application/xml;q=0.9,*/*;q=0.8")).toBe("application/json; charset=utf-8");
      expect(await type("application/json;q=0.5, text/csv")).toBe("text/csv; charset=utf-8");
      expect(await errorOf(wire.table("", { headers: { accept: "application/geo+json" } }))).toBe("406 PGRST107");
    });
  });
});
