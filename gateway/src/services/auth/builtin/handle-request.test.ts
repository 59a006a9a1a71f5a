import { anyText, tries } from "@porchlight/fixtures/fuzz.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { AUTH_FIELDS } from "../../../testing/auth-endpoints.ts";
import { anAdminToken } from "../../../testing/signed-in.ts";
import { inFront } from "../../../testing/through-hosted.ts";
import { serveBuiltinAuth } from "../builtin.case.ts";
import { ADDRESS } from "../contract.case.ts";

const REQUESTS = 1_500;

type Served = Awaited<ReturnType<typeof serveBuiltinAuth>>;

async function ask({ fetch, anonymousKey }: Served, method: string, path: string, body?: string) {
  const answer = await fetch(`${ADDRESS}/auth/v1/${path}`, {
    method,
    headers: { apikey: anonymousKey, "X-Supabase-Api-Version": "2024-01-01" },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === "" ? undefined : JSON.parse(text) };
}

it("an unknown path gets 404, a wrong method 405, and OPTIONS lists the methods", async () => {
  const served = await serveBuiltinAuth();
  expect(await ask(served, "GET", "nothing")).toMatchObject({ status: 404, json: { code: "not_found" } });
  expect(await ask(served, "GET", "")).toMatchObject({ status: 404 });
  const wrong = await ask(served, "PUT", "token");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  const options = await ask(served, "OPTIONS", "user");
  expect([options.status, options.headers.get("allow")]).toEqual([
    204,
    inFront("methods of a path", { builtin: "GET, PUT, OPTIONS", hosted: "GET, POST, PUT, DELETE" }),
  ]);
});

it("settings and health describe the service", async () => {
  const served = await serveBuiltinAuth();
  expect((await ask(served, "GET", "settings")).json).toMatchObject({
    external: { email: true },
    disable_signup: true,
  });
  expect((await ask(served, "GET", "health")).json).toMatchObject({ name: "Porchlight", version: expect.any(String) });
});

it.each([
  ["signup", 422, "signup_disabled"],
  ["otp", 422, "otp_disabled"],
  ["magiclink", 422, "otp_disabled"],
  ["invite", 403, "not_admin"],
  ["admin/users", 403, "not_admin"],
  ["admin/users/7d1c", 403, "not_admin"],
  ["admin/generate_link", 403, "not_admin"],
])("%s is closed, even to the owner", async (path, status, code) => {
  const served = await serveBuiltinAuth();
  expect(await ask(served, "POST", path, '{"email":"ann@artist.example"}')).toMatchObject({ status, json: { code } });
});

it.each([
  ["not JSON", "{", "bad_json"],
  ["a list", "[]", "validation_failed"],
  ["a word", '"x"', "validation_failed"],
  ["empty", "", "validation_failed"],
  ["nested deeply", `${'{"a":'.repeat(30)}1${"}".repeat(30)}`, "validation_failed"],
  ["nested without end", `${'{"a":'.repeat(500)}1${"}".repeat(500)}`, "bad_json"],
])("a body is rejected if it is %s", async (_, body, code) => {
  const served = await serveBuiltinAuth();
  const answer = await ask(served, "POST", "token?grant_type=password", body);
  expect([answer.status, answer.json.code]).toEqual([400, code]);
});

it("responses about a person are never cached", async () => {
  const served = await serveBuiltinAuth();
  expect((await ask(served, "GET", "user")).headers.get("cache-control")).toBe("no-store");
});

it(`${REQUESTS} hostile requests get no 5xx and no stack, and the service still works`, async () => {
  const served = await serveBuiltinAuth();
  const token = await anAdminToken(served.auth);
  const word = fc.oneof(
    fc.constantFrom("", "\0", "' OR 1=1 --", "__proto__", "\u{1f3b8}", "\ud83c", "9".repeat(400), "owner@localhost"),
    anyText(40),
    fc.constant("x".repeat(5_000)),
  );
  const value = fc.oneof(
    word,
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    fc.array(word),
    fc.object({ maxDepth: 3 }),
  );
  const requests = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
    path: fc.oneof(
      fc.constantFrom(
        "token?grant_type=password",
        "token?grant_type=refresh_token",
        "token?grant_type=pkce",
        "verify",
        "recover",
        "user",
        "logout?scope=global",
        "factors",
        "factors/x/verify",
        "user/identities/authorize?provider=google",
        "user/identities/x",
        "authorize?provider=google",
        "callback?state=x&code=y",
        "settings",
        "signup",
      ),
      word.map((text) => encodeURIComponent(text.toWellFormed())),
    ),
    body: fc.oneof(
      fc.dictionary(fc.constantFrom(...AUTH_FIELDS, "phone"), value).map((body) => JSON.stringify(body)),
      word,
      fc.json(),
    ),
    authorization: fc.constantFrom("", `Bearer ${token}`, "Bearer x.y.z", `Bearer ${served.anonymousKey}`, "Bearer"),
    version: fc.boolean(),
  });
  const failures: unknown[] = [];
  for (const { method, path, body, authorization, version } of fc.sample(requests, tries(REQUESTS))) {
    const hasBody = !["GET", "HEAD"].includes(method);
    const answer = await served.fetch(`${ADDRESS}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: served.anonymousKey,
        ...(authorization && { authorization }),
        ...(version && { "X-Supabase-Api-Version": "2024-01-01" }),
      },
      ...(hasBody && { body: body.toWellFormed() }),
    });
    const text = await answer.text();
    if (answer.status >= 500 || /\n {4}at |node:internal|SQLITE/.test(text))
      failures.push({ method, path, body, text });
  }
  expect(failures).toEqual([]);
  expect(served.errors).toEqual([]);
  expect((await ask(served, "GET", "health")).status).toBe(200);
});
