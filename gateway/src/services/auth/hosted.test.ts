import { setImmediate as nextIteration } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createProvider } from "../../lib/provider/provider.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import { aProvider, aSiteInFrontOf, type TestProvider } from "../../testing/hosted-site.ts";
import { anAdminToken, aPersonToken, OWNER } from "../../testing/signed-in.ts";
import { createHostedProject } from "../shared/supabase-project.ts";
import { codeOf } from "./builtin/factors/authenticator.case.ts";
import { codesIn } from "./builtin.case.ts";
import { ADDRESS, aClient, aSignedInClient, describeAuthService } from "./contract.case.ts";
import { aService, aToken, owner, refusal } from "./hosted/fake-provider.case.ts";

async function serveHosted(limits = false) {
  const provider = await aProvider();
  const settings = { url: provider.url, anonKey: provider.auth.anonymousKey };
  const site = aSiteInFrontOf(settings, { publicUrl: ADDRESS, limits });
  return { ...site, provider, owner: OWNER, identify: site.services.auth.identify, issuer: `${provider.url}/auth/v1` };
}

describe("a hosted auth service", () => {
  describeAuthService(() => serveHosted());

  it("has a public key that is the same in all gateways with the same settings, and is not the provider's", () => {
    const keyOf = (url: string, key: string) =>
      createHostedProject(createProvider({ name: "Supabase", url, log: { warn: () => {}, info: () => {} } }), key)
        .anonymousKey;
    const key = keyOf("https://a.supabase.co", "sb_publishable_a");
    expect(keyOf("https://a.supabase.co", "sb_publishable_a")).toBe(key);
    expect(keyOf("https://b.supabase.co", "sb_publishable_a")).not.toBe(key);
    expect(keyOf("https://a.supabase.co", "sb_publishable_b")).not.toBe(key);
    expect(key).not.toContain("sb_publishable");
    const claims = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ role: "anon" });
  });

  it.each([
    ["POST", "signup", 422, "signup_disabled"],
    ["POST", "otp", 422, "otp_disabled"],
    ["POST", "magiclink", 422, "otp_disabled"],
    ["POST", "invite", 403, "not_admin"],
    ["GET", "admin/users", 403, "not_admin"],
    ["DELETE", "admin/users/6d1f0a52-3c5e-4f7b-9b1c-2f6a7d8e9f01", 403, "not_admin"],
    ["POST", "admin/generate_link", 403, "not_admin"],
    ["POST", "sso", 422, "saml_provider_disabled"],
    ["POST", "token?grant_type=id_token", 400, "validation_failed"],
    ["POST", "token?grant_type=web3", 400, "validation_failed"],
    ["GET", "factors/../admin/users", 403, "not_admin"],
    ["GET", "oauth/clients", 404, "not_found"],
    ["GET", "reauthenticate", 404, "not_found"],
    ["PATCH", "user", 405, "method_not_allowed"],
    ["GET", `authorize?provider=google&x=${"(".repeat(1_000)}`, 414, "validation_failed"],
  ])("responds to %s %s without the provider", async (method, path, status, code) => {
    const { fetch, anonymousKey, provider } = await serveHosted();
    await provider.stop();
    const headers = { apikey: anonymousKey, "X-Supabase-Api-Version": "2024-01-01" };
    const answer = await fetch(`${ADDRESS}/auth/v1/${path}`, { method, headers });
    expect([answer.status, JSON.parse(await answer.text()).code]).toEqual([status, code]);
    expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  it("limits guesses at the password by client, because the provider sees all clients as one", async () => {
    const { fetch, anonymousKey, owner } = await serveHosted(true);
    const guess = (password: string) =>
      aClient({ fetch, anonymousKey }).auth.signInWithPassword({ ...owner, password });
    for (let n = 0; n < 9; n += 1) await guess("wrong");
    expect((await guess(owner.password)).error).toBeNull();
    for (let n = 0; n < 10; n += 1) expect((await guess("wrong")).error?.code).toBe("invalid_credentials");
    expect((await guess(owner.password)).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("limits guesses at the current password in a session, and other changes do not reset this limit", async () => {
    const { auth } = await aSignedInClient(await serveHosted(true));
    const wrong = { password: "another light on the porch", current_password: "wrong" };
    for (let n = 0; n < 9; n += 1) expect((await auth.updateUser(wrong)).error?.code).toBe("invalid_credentials");
    expect((await auth.updateUser({ data: { theme: "dark" } })).error).toBeNull();
    expect((await auth.updateUser(wrong)).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("requires the second step as soon as it exists", async () => {
    const served = await serveHosted();
    const { auth, session } = await aSignedInClient(served);
    const rights = (token: string | undefined) =>
      served.identify({ apikey: served.anonymousKey, authorization: `Bearer ${token}` });
    expect(await rights(session.access_token)).toMatchObject({ ok: true, caller: { admin: true } });
    const { data: factor } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect(factor?.totp.qr_code).toContain("<svg");
    const code = codeOf(factor?.totp.secret ?? "", new Date());
    expect((await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code })).error).toBeNull();

    const { data } = await auth.getSession();
    expect(await rights(data.session?.access_token)).toMatchObject({ ok: true, caller: { admin: true } });
    const again = await aSignedInClient(served);
    expect(await rights(again.session.access_token)).toMatchObject({
      ok: true,
      caller: { admin: false, needsSecondStep: true },
    });
    expect((await auth.mfa.unenroll({ factorId: factor?.id ?? "" })).error).toBeNull();
    // The change applies at once, because the earlier result was removed from the cache.
    expect(await rights(again.session.access_token)).toMatchObject({ ok: true, caller: { admin: true } });
  });

  it("resets a forgotten password by an email from the provider", async () => {
    const served = await serveHosted();
    const { auth } = aClient(served);
    expect((await auth.resetPasswordForEmail(OWNER.email)).error).toBeNull();
    await expect.poll(() => served.provider.emails.length).toBe(1);
    const { tokenHash } = codesIn(served.provider.emails[0]);
    expect((await auth.verifyOtp({ type: "recovery", token_hash: tokenHash })).error).toBeNull();
    const password = "a new light on the porch";
    expect((await auth.updateUser({ password })).error).toBeNull();
    expect((await aClient(served).auth.signInWithPassword({ ...OWNER, password })).error).toBeNull();
  });

  it("leaves everybody signed in while the provider is unavailable", async () => {
    const served = await serveHosted();
    const { auth, session } = await aSignedInClient(served);
    await served.provider.stop();
    const bearer = { apikey: served.anonymousKey, Authorization: `Bearer ${session.access_token}` };
    for (const [path, init] of [
      ["/auth/v1/user", {}],
      ["/auth/v1/token?grant_type=refresh_token", { method: "POST", body: "{}" }],
      ["/admin/api/growth", {}],
      ["/rest/v1/newsletter_subscribers", {}],
    ] as const) {
      const answer = await served.fetch(`${ADDRESS}${path}`, { ...init, headers: bearer });
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    await served.provider.start();
    expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token);
  });
});

describe("the caller's identity", () => {
  it("is requested from the provider once for concurrent requests, and again after 30 seconds", async () => {
    const { identify, asked, clock } = aService(async () => {
      await nextIteration();
      return Response.json(owner);
    });
    const answers = await Promise.all(Array.from({ length: 50 }, () => identify(aToken())));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toEqual({
      ok: true,
      caller: {
        role: "authenticated",
        admin: true,
        needsSecondStep: false,
        userId: "u1",
        email: "owner@artist.example",
        sessionId: "s1",
      },
    });
    clock.ms += 29_999;
    await identify(aToken());
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe("https://abc.supabase.co/auth/v1/user");
    expect(asked[0]?.init.headers).toMatchObject({ apikey: "sb_publishable_abc", authorization: `Bearer ${aToken()}` });
    clock.ms += 2;
    await identify(aToken());
    expect(asked).toHaveLength(2);
  });

  it("is removed from the cache when somebody signs out or changes their account here", async () => {
    for (const [method, path] of [
      ["POST", "logout"],
      ["PUT", "user"],
      ["DELETE", "factors/6d1f0a52-3c5e-4f7b-9b1c-2f6a7d8e9f01"],
    ] as const) {
      const { identify, answer, asked } = aService((_, { method: asking }) =>
        asking === "GET" ? Response.json(owner) : new Response(null, { status: 204 }),
      );
      await identify(aToken());
      await answer(method, path, "", "{}");
      await identify(aToken());
      expect(asked).toHaveLength(3);
    }
  });

  it("is an admin only through the provider's app_metadata, and with a second factor only after it was passed", async () => {
    const factors = [{ status: "verified" }];
    for (const [user, aal, rights] of [
      [{ ...owner, app_metadata: {} }, "aal2", { admin: false, needsSecondStep: false }],
      [{ ...owner, app_metadata: { role: "admins" } }, "aal1", { admin: false, needsSecondStep: false }],
      [{ ...owner, user_metadata: { role: "admin" }, app_metadata: null }, "aal1", { admin: false }],
      [{ ...owner, factors }, "aal1", { admin: false, needsSecondStep: true }],
      [{ ...owner, factors }, "aal2", { admin: true, needsSecondStep: false }],
      [{ ...owner, factors: [{ status: "unverified" }] }, "aal1", { admin: true, needsSecondStep: false }],
    ] as const) {
      const { identify } = aService(() => Response.json(user));
      expect(await identify(aToken({ aal }))).toMatchObject({ ok: true, caller: rights });
    }
  });

  it.each([
    [403, "bad_jwt", "invalid-token"],
    [401, "bad_jwt", "invalid-token"],
    [403, "session_not_found", "ended-session"],
    [404, "user_not_found", "ended-session"],
    [403, "user_banned", "ended-session"],
  ])("is rejected after the provider's error %i %s, which is cached for five seconds", async (status, code, reason) => {
    const { identify, asked, clock } = aService(refusal(status, code));
    for (let n = 0; n < 3; n += 1) expect(await identify(aToken())).toEqual({ ok: false, reason });
    expect(asked).toHaveLength(1);
    clock.ms += 5_001;
    await identify(aToken());
    expect(asked).toHaveLength(2);
  });

  it("has an expired token if the provider rejects a token whose time has passed", async () => {
    const { identify } = aService(refusal(403, "bad_jwt"));
    const exp = Date.parse("2026-03-01T11:59:59Z") / 1_000;
    expect(await identify(aToken({ exp }))).toEqual({ ok: false, reason: "expired-token" });
  });

  it("is not requested for text that is not a token of a person", async () => {
    const { identify, asked } = aService(() => Response.json(owner));
    for (const token of [
      "",
      "x",
      "a.b.c",
      "sb_secret_abc",
      aToken({ sub: undefined }),
      `${aToken()}${"x".repeat(9_000)}`,
    ]) {
      expect(await identify(token)).toEqual({ ok: false, reason: "invalid-token" });
    }
    expect(asked).toEqual([]);
  });

  it.each([
    ["a page", () => new Response("<h1>Paused</h1>", { headers: { "Content-Type": "text/html" } })],
    ["half an account", () => new Response('{"id":"u1","email":', { headers: { "Content-Type": "application/json" } })],
    ["another's account", () => Response.json({ ...owner, id: "u2" })],
    ["a number for text", () => Response.json({ ...owner, email: 7 })],
    ["a list", () => Response.json([owner])],
    ["too many requests", () => Response.json({}, { status: 429, headers: { "Retry-After": "9" } })],
    ["a refusal of the gateway's own key", () => Response.json({ message: "Invalid API key" }, { status: 401 })],
    ["an error of its own", () => Response.json({ code: 500, error_code: "unexpected_failure" }, { status: 500 })],
    ["an endless account", () => new Response(endless(), { headers: { "Content-Type": "application/json" } })],
    [
      "nothing",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("is unknown if the provider responds with %s, and nobody is signed out", async (_, answerTo) => {
    await expect(aService(answerTo).identify(aToken())).rejects.toBeInstanceOf(ProviderError);
  });

  it("is cached for at most 1,000 tokens", async () => {
    const { identify, asked } = aService(() => Response.json(owner));
    for (let n = 0; n <= 1_000; n += 1) await identify(aToken({ n }));
    await identify(aToken({ n: 1_000 }));
    expect(asked).toHaveLength(1_001);
    await identify(aToken({ n: 0 }));
    expect(asked).toHaveLength(1_002);
  });
});

describe("a response of the provider", () => {
  const session = { access_token: "a", refresh_token: "r", token_type: "bearer", expires_in: 3600, user: owner };

  it("is passed on with the headers that clients read, and without cookies", async () => {
    const headers = {
      "X-Supabase-Api-Version": "2024-01-01",
      "X-Sb-Error-Code": "weak_password",
      "Set-Cookie": "__cf_bm=x",
      Server: "cloudflare",
    };
    const { answer } = aService(() =>
      Response.json({ code: "weak_password", message: "no" }, { status: 422, headers }),
    );
    const { status, headers: passed, body } = await answer("PUT", "user", "", "{}");
    expect([status, JSON.parse(body ?? "").code]).toEqual([422, "weak_password"]);
    expect(passed).toEqual({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-sb-error-code": "weak_password",
      "x-supabase-api-version": "2024-01-01",
    });
  });

  it("is followed only by the browser if it is a redirect", async () => {
    const location = "https://accounts.google.com/o/oauth2/auth?client_id=x";
    const { answer, asked } = aService(() => new Response(null, { status: 302, headers: { Location: location } }));
    const { status, headers, body } = await answer("GET", "authorize", "provider=google&code_challenge=c");
    expect([status, headers.location, body]).toEqual([302, location, null]);
    expect(asked[0]?.url).toBe("https://abc.supabase.co/auth/v1/authorize?provider=google&code_challenge=c");
  });

  it("is passed on if it has status 429, except to a refresh, whose client would end the session", async () => {
    const { answer } = aService(() => Response.json({ code: "x" }, { status: 429, headers: { "Retry-After": "60" } }));
    for (const [grant, status] of [
      ["password", 429],
      ["refresh_token", 503],
    ] as const) {
      const { headers, ...rest } = await answer("POST", "token", `grant_type=${grant}`, "{}");
      expect([rest.status, headers["retry-after"]]).toEqual([status, "60"]);
    }
  });

  it("becomes a 503 if it has status 500", async () => {
    const { answer } = aService(() => Response.json({ code: "unexpected_failure", message: "x" }, { status: 500 }));
    expect(await answer("POST", "token", "grant_type=refresh_token", "{}")).toMatchObject({ status: 503 });
  });

  it.each([
    ["a page", () => new Response("<h1>Hello</h1>", { headers: { "Content-Type": "text/html" } })],
    [
      "a page with status 403",
      () => new Response("<h1>No</h1>", { status: 403, headers: { "Content-Type": "text/html" } }),
    ],
    ["half a session", () => new Response('{"access_token":"a', { headers: { "Content-Type": "application/json" } })],
    ["something else", () => Response.json({ hello: "world" })],
    ["a session without a refresh token", () => Response.json({ ...session, refresh_token: null })],
    ["a refusal of the gateway's own key", () => Response.json({ message: "Invalid API key" }, { status: 401 })],
    ["endless", () => new Response(endless(), { headers: { "Content-Type": "application/json" } })],
  ])("does not sign anybody out if it answers a refresh but is not a session: %s", async (_, answerTo) => {
    const { answer } = aService(answerTo);
    await expect(answer("POST", "token", "grant_type=refresh_token", "{}")).rejects.toBeInstanceOf(ProviderError);
  });
});

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(64 * 1024, " ")) });
}

it("a session that has ended at the provider is rejected here", async () => {
  const provider: TestProvider = await aProvider();
  const settings = { url: provider.url, anonKey: provider.auth.anonymousKey };
  const { services } = aSiteInFrontOf(settings);
  const ask = (token: string) =>
    services.auth.identify({ apikey: services.auth.anonymousKey, authorization: `Bearer ${token}` });
  const [ended, person] = [await anAdminToken(provider.auth), await aPersonToken(provider.auth)];
  expect(await ask(person)).toMatchObject({ ok: true, caller: { admin: false, needsSecondStep: false } });
  await provider.data.write((writer) => writer.run("DELETE FROM sessions"));
  expect(await ask(ended)).toEqual({ ok: false, reason: "ended-session" });
});
