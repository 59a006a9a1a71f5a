import { randomBytes } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createAddressHash } from "../../../../data/address-hash.ts";
import { readListSecret } from "../../../../data/list-secret.ts";
import { inFront, ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { serveBuiltin } from "../../builtin.case.ts";
import { ADDRESS } from "../../contract.case.ts";
import { FUNCTION_POLICY } from "../../policy.ts";
import { bodyOf, errorOf, Wire } from "../../wire.case.ts";
import { isMailboxAway } from "../departures.ts";

const wire = new Wire();
const DELETE_ERROR = inFront("words for a function", { builtin: "405 PGRST101", hosted: "404 PGRST202" });
const SECRET = randomBytes(32).toString("base64url");

beforeEach(async () => {
  await wire.start();
  onTestFinished(wire.stop);
});

/** Calls a function with a token. If the values are a string, it is sent unchanged as the body. */
function call(name: string, values: unknown, token?: string, other: { method?: string; query?: string } = {}) {
  const { method = "POST", query = "" } = other;
  return wire.asVisitor(`/rpc/${name}${query}`, {
    method,
    headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(method !== "GET" && { body: typeof values === "string" ? values : JSON.stringify(values) }),
  });
}

const asService = (name: string, values: unknown) => call(name, values, wire.served.serviceToken);

describe("rights to call functions", () => {
  const values: Record<keyof typeof FUNCTION_POLICY, object> = {
    address_of_link: { token: "guess" },
    leave_by_link: { token: "guess" },
    list_secret: {},
    removed_among: { emails: ["ann@example.com"] },
    hand_over_list: {},
    take_over_list: { secret: SECRET },
  };
  // The names are those of the policy.
  const names = Object.keys(FUNCTION_POLICY) as (keyof typeof FUNCTION_POLICY)[];
  const all = names.flatMap((name) =>
    (["anonymous", "person", "admin", "service"] as const).map((role) => ({
      name,
      role,
      may: FUNCTION_POLICY[name].some((allowed) => allowed === role),
    })),
  );
  it.each(all)("$name, $role: $may", async ({ name, role, may }) => {
    const { adminToken, personToken, serviceToken } = wire.served;
    const token = { anonymous: undefined, person: personToken, admin: adminToken, service: serviceToken }[role];
    const response = await call(name, values[name], token);
    const denied = role === "anonymous" ? "401 42501" : "403 42501";
    const expected = may ? "200" : denied;
    const ofMoves = FUNCTION_POLICY[name].every((allowed) => allowed === "service");
    const here =
      role === "service"
        ? inFront("service key", { builtin: expected, hosted: "401 PGRST301" })
        : ofMoves
          ? inFront("functions of a move", { builtin: expected, hosted: "404 PGRST202" })
          : expected;
    expect(response.ok ? String(response.status) : await errorOf(response)).toBe(here);
  });
});

describe("functions of the list", () => {
  it("return what the official client reads", async () => {
    const client = createClient(ADDRESS, wire.served.anonymousKey, { global: { fetch: wire.served.fetch } });
    const token = wire.served.linkToken("ann@example.com");
    expect(await client.rpc("address_of_link", { token })).toMatchObject({ status: 200, data: "a•••@example.com" });
    expect(await client.rpc("address_of_link", { token: "guess" })).toMatchObject({ data: null, error: null });
    expect(await client.rpc("address_of_link", { token: null })).toMatchObject({ data: null, error: null });
    expect(await client.rpc("leave_by_link", { token })).toMatchObject({ data: true });
    expect(await client.rpc("leave_by_link", { token: "guess" })).toMatchObject({ data: false });
    expect(await client.rpc("list_secret")).toMatchObject({ status: 401, error: { code: "42501" } });
  });

  it("return a range as PostgREST does", async () => {
    expect((await call("address_of_link", { token: "guess" })).headers.get("content-range")).toBe("0-0/*");
  });

  it("return PostgREST's range for an empty result", ofBuiltinAlone("service key"), async () => {
    const none = await asService("removed_among", { emails: [] });
    expect([none.headers.get("content-range"), await none.text()]).toEqual(["*/*", "[]"]);
  });

  it.each<[what: string, expected: string, name: string, values: unknown, other?: { method?: string; query?: string }]>(
    [
      ["an unknown function", "404 PGRST202", "leave_list", { email: "ann@example.com" }],
      ["a name that every object has", "404 PGRST202", "toString", {}],
      ["a call without its argument", "404 PGRST202", "address_of_link", {}],
      ["an unknown argument", "404 PGRST202", "address_of_link", { token: "a", tag: "b" }],
      ["PUT", "405 PGRST101", "address_of_link", {}, { method: "PUT" }],
      ["DELETE", DELETE_ERROR, "nothing", {}, { method: "DELETE" }],
      ["an unknown function by GET", "404 PGRST202", "count", {}, { method: "GET" }],
      ["a query string", "400 PGRST127", "address_of_link", { token: "a" }, { query: "?limit=1" }],
      ["arguments that are not an object", "400 PGRST102", "address_of_link", ["a"]],
      ["arguments that are not JSON", "400 PGRST102", "address_of_link", "{"],
      ["a longer path", "404 PGRST125", "address_of_link/more", {}],
    ],
  )("reject %s", async (_what, expected, name, values, other) => {
    expect(await errorOf(call(name, values, undefined, other))).toBe(expected);
  });

  it("name the unknown function in the error", ofBuiltinAlone("words for a function"), async () => {
    expect(await bodyOf(call("nothing", { a: 1, b: 2 }))).toMatchObject({
      message: "Could not find the function public.nothing(a, b) in the schema cache",
      details:
        "Searched for the function public.nothing with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    });
    expect(await bodyOf(call("nothing", {}))).toMatchObject({
      message: "Could not find the function public.nothing without parameters in the schema cache",
    });
  });

  it.each<[what: string, code: string, name: string, values: object]>([
    ["no secret", "22023", "take_over_list", { secret: null }],
    ["a short secret", "22023", "take_over_list", { secret: "A".repeat(42) }],
    ["a secret in another alphabet", "22023", "take_over_list", { secret: `${"A".repeat(42)}+` }],
    ["a secret with extra bits", "22023", "take_over_list", { secret: `${"A".repeat(42)}B` }],
    ["removed addresses that are not an array", "22023", "take_over_list", { secret: SECRET, removed: {} }],
    ["removed addresses that are not records", "22023", "take_over_list", { secret: SECRET, removed: [1] }],
    ["an address instead of its hash", "23514", "take_over_list", removedAs({ address_hash: "ann@example.com" })],
    ["an invalid day", "22007", "take_over_list", removedAs({ removed_on: "soon" })],
    ["a day that does not exist", "22008", "take_over_list", removedAs({ removed_on: "2026-02-31" })],
    ["no day", "23502", "take_over_list", removedAs({ removed_on: null })],
    ["no hash", "23502", "take_over_list", removedAs({ address_hash: null })],
    ["an invalid number", "22P02", "hand_over_list", { most: "many" }],
    ["a text instead of an array", "22P02", "removed_among", { emails: "ann@example.com" }],
    ["a nested array", "22P02", "removed_among", { emails: [["ann@example.com"]] }],
  ])("reject %s, and change nothing", ofBuiltinAlone("service key"), async (_what, code, name, values) => {
    await wire.remove("?id=gt.0");
    const before = await bodyOf(asService("hand_over_list", {}));
    expect(await errorOf(asService(name, values))).toBe(`400 ${code}`);
    expect(await bodyOf(asService("hand_over_list", {}))).toEqual(before);
  });
});

function removedAs(other: object): object {
  return { secret: SECRET, removed: [{ address_hash: "a".repeat(64), removed_on: "2026-03-01", ...other }] };
}

describe("a handover", () => {
  it(
    "moves the secret and the removed addresses to an empty list, page by page",
    ofBuiltinAlone("service key"),
    async () => {
      await wire.remove("?email=eq.ann@example.com");
      const secret = await bodyOf(wire.asOwner("/rpc/list_secret", { method: "POST" }));
      const hash = createAddressHash(secret)("ann@example.com");
      const handedOver = await bodyOf(asService("hand_over_list", { after: null, most: 1 }));
      const mailbox_hash = hash;
      expect(handedOver).toEqual({ secret, removed: [{ address_hash: hash, removed_on: "2026-03-01", mailbox_hash }] });
      expect(await bodyOf(asService("hand_over_list", { after: hash }))).toEqual({ secret, removed: [] });
      expect(await bodyOf(asService("hand_over_list", { most: -1 }))).toEqual({ secret, removed: [] });

      const other = await serveBuiltin();
      onTestFinished(() => other.close());
      const client = createClient(ADDRESS, other.serviceToken, { global: { fetch: other.fetch } });
      expect(await client.rpc("take_over_list", handedOver)).toMatchObject({ data: true });
      expect(readListSecret(other.data.read)).toBe(secret);
      expect(isMailboxAway(other.data.read, "ann+shop@example.com")).toBe(true);
      expect(await client.rpc("removed_among", { emails: ["ANN@example.com", "ben@example.com"] })).toMatchObject({
        data: ["ANN@example.com"],
      });
      // A list that has removed addresses or subscribers does not change its secret.
      expect(await client.rpc("take_over_list", { secret: SECRET })).toMatchObject({ data: false });
      expect(await client.rpc("take_over_list", { secret })).toMatchObject({ data: true });
      expect(await bodyOf(asService("take_over_list", { secret: SECRET, removed: [] }))).toBe(false);
    },
  );
});
