import type { AuthChangeEvent } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { OWNER } from "../../../../testing/signed-in.ts";
import { inFront, ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { type AuthInBrowsers, serveBrowsers, type TestBrowser } from "../../browser.case.ts";
import { ADDRESS } from "../../contract.case.ts";
import { aal, anOwnerWithApp, challenge, codeOf, enrolTotp } from "./authenticator.case.ts";

const WRONG = { code: "mfa_verification_failed", status: 422 };

describe("an authenticator app", () => {
  it("is added with a QR code, a secret to type, and a URI with the same secret", async () => {
    const site = await serveBrowsers();
    const { supabase } = await site.aSignedInBrowser();
    const { data } = await supabase.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Phone",
      issuer: "Harbour Line",
    });
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone", id: expect.stringMatching(/^[\da-f-]{36}$/) });
    const { uri = "", secret = "", qr_code = "" } = data?.totp ?? {};
    const address = new URL(uri);
    expect(decodeURIComponent(address.pathname)).toBe("/Harbour Line:owner@localhost");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret, issuer: "Harbour Line", period: "30" });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    expect(await site.events()).toEqual(["factor-enrolled", "signed-in"]);
  });

  it("is verified by its first correct code: the session reaches aal2 and gets a new refresh token", async () => {
    const site = await serveBrowsers();
    const browser = await site.aSignedInBrowser();
    const { supabase } = browser;
    const events: AuthChangeEvent[] = [];
    supabase.auth.onAuthStateChange((event) => void events.push(event));
    const before = (await supabase.auth.getSession()).data.session;
    expect(await aal(browser)).toEqual(["aal1", "aal1"]);

    const { factorId } = await enrolTotp(site, browser);
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect(await aal(browser)).toEqual(["aal2", "aal2"]);
    const { data } = await supabase.auth.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: "totp" }, { method: "password" }]);
    const after = (await supabase.auth.getSession()).data.session;
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    expect((await supabase.auth.refreshSession()).error).toBeNull();
    expect(await aal(browser)).toEqual(["aal2", "aal2"]);
    expect((await supabase.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: "verified" }]);
    expect((await site.events()).slice(0, 2)).toEqual(["factor-verified", "factor-enrolled"]);
  });

  it("is required in every later session before that session may administer", async () => {
    const { site, browser, factorId, secret } = await anOwnerWithApp();
    const authenticator = async () => {
      const token = (await browser.supabase.auth.getSession()).data.session?.access_token;
      const found = await site.identify({ apikey: site.anonymousKey, authorization: `Bearer ${token}` });
      return found.ok ? found.caller : found;
    };
    expect(await aal(browser)).toEqual(["aal1", "aal2"]);
    expect(await authenticator()).toMatchObject({ admin: false, needsSecondStep: true });
    const { error } = await browser.supabase.auth.mfa.challengeAndVerify({
      factorId,
      code: codeOf(secret, site.now()),
    });
    expect(error).toBeNull();
    expect(await authenticator()).toMatchObject({ admin: true, needsSecondStep: false });
    expect((await site.events())[0]).toBe("second-step-passed");
  });

  it("ends the sessions that have not passed it, at the moment when it is verified", async () => {
    const site = await serveBrowsers();
    const [browser, other] = [await site.aSignedInBrowser(), await site.aSignedInBrowser()];
    await enrolTotp(site, browser);
    expect((await other.supabase.auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    expect((await browser.supabase.auth.getUser()).error).toBeNull();
  });

  it("makes earlier copies of the refresh token invalid: using one ends the session and is logged", async () => {
    const { site, browser, factorId, secret } = await anOwnerWithApp();
    const copied = (await browser.supabase.auth.getSession()).data.session?.refresh_token ?? "";
    await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, site.now()) });
    site.pass(30 * 60);
    const { data, error } = await site.aBrowser().supabase.auth.refreshSession({ refresh_token: copied });
    expect(data.session).toBeNull();
    expect(error?.code).toBe("refresh_token_already_used");
    expect((await browser.supabase.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
    expect((await site.events())[0]).toBe("session-revoked-by-reuse");
  });

  it("accepts the codes of the time steps before and after the current one, and no others", async () => {
    const { site, browser, factorId, secret } = await anOwnerWithApp();
    const verify = async (seconds: number) => {
      const code = codeOf(secret, new Date(site.now().getTime() + seconds * 1000));
      return (await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code })).error;
    };
    expect(await verify(-60)).toMatchObject(WRONG);
    expect(await verify(60)).toMatchObject(WRONG);
    expect(await verify(-30)).toBeNull();
    expect(await verify(30)).toBeNull();
    expect((await site.events()).filter((event) => event === "second-step-failed")).not.toEqual([]);
  });

  it("accepts a code only once, even for another challenge, and no earlier code afterwards", async () => {
    const { site, browser, factorId, secret } = await anOwnerWithApp();
    const { mfa } = browser.supabase.auth;
    const code = codeOf(secret, site.now());
    const earlier = codeOf(secret, new Date(site.now().getTime() - 30_000));
    expect((await mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    expect((await mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(WRONG);
    expect((await mfa.challengeAndVerify({ factorId, code: earlier })).error).toMatchObject(WRONG);
    site.pass(30);
    expect((await mfa.challengeAndVerify({ factorId, code: codeOf(secret, site.now()) })).error).toBeNull();
  });

  it("accepts a code in the way people type it, and rejects any other text", async () => {
    const { site, browser, factorId, secret } = await anOwnerWithApp();
    const { mfa } = browser.supabase.auth;
    for (const code of ["12345", "1234567", "abcdef", "１２３４５６", "🎸", " "]) {
      expect((await mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(WRONG);
    }
    const [a, b] = [codeOf(secret, site.now()).slice(0, 3), codeOf(secret, site.now()).slice(3)];
    expect((await mfa.challengeAndVerify({ factorId, code: ` ${a} ${b}\n` })).error).toBeNull();
  });

  it("accepts one code for a challenge, only before it expires and only for its own factor", async () => {
    const { site, browser, first, factorId, secret } = await anOwnerWithApp();
    const { mfa } = browser.supabase.auth;
    const expired = { code: "mfa_challenge_expired", status: 422 };
    const challengeId = await challenge(browser, factorId);
    const code = () => codeOf(secret, site.now());
    expect((await mfa.verify({ factorId, challengeId, code: code() })).error).toBeNull();
    site.pass(30);
    expect((await mfa.verify({ factorId, challengeId, code: code() })).error).toMatchObject(expired);

    const late = await challenge(browser, factorId);
    site.pass(300);
    expect((await mfa.verify({ factorId, challengeId: late, code: code() })).error).toMatchObject(expired);
    const other = await enrolTotp(site, first, "Tablet");
    const ofOther = await challenge(first, other.factorId);
    expect((await mfa.verify({ factorId, challengeId: ofOther, code: code() })).error).toMatchObject(expired);
    expect((await mfa.verify({ factorId, challengeId: "none", code: code() })).error).toMatchObject(expired);
  });

  it("returns when a challenge expires, in Unix seconds", async () => {
    const { site, browser, factorId } = await anOwnerWithApp();
    const { data } = await browser.supabase.auth.mfa.challenge({ factorId });
    expect(data).toMatchObject({ type: "totp", expires_at: Math.floor(site.now().getTime() / 1000) + 300 });
  });

  it("closes a challenge after five wrong codes", async () => {
    const { browser, site, factorId, secret } = await anOwnerWithApp();
    const challengeId = await challenge(browser, factorId);
    const verify = async (code: string) =>
      (await browser.supabase.auth.mfa.verify({ factorId, challengeId, code })).error;
    for (let n = 0; n < 5; n += 1) expect(await verify("000000x")).toMatchObject(WRONG);
    expect(await verify(codeOf(secret, site.now()))).toMatchObject({ code: "mfa_challenge_expired" });
  });

  it("is protected against guessing by 429 responses, and the owner can sign in after a pause", async () => {
    const { browser, site, factorId, secret } = await anOwnerWithApp();
    const guess = async () => (await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code: "x" })).error;
    const errors = [];
    for (let n = 0; n < 30; n += 1) errors.push(await guess());
    expect(errors.filter((error) => error?.status === 422)).toHaveLength(10);
    expect(errors.at(-1)).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    site.pass(60);
    const code = codeOf(secret, site.now());
    expect((await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  });

  it(
    "is not blocked by guesses of somebody with the password, in a browser that has passed it before",
    ofBuiltinAlone("known browsers"),
    async () => {
      const { site, browser, factorId, expectOwnerGetsIn } = await anOwnerWithApp();
      // A browser that signs in a second time with only the password is still unknown.
      const second = await site.aSignedInBrowser();
      expect((await second.supabase.auth.signInWithPassword(OWNER)).error).toBeNull();
      const errors = [];
      for (let n = 0; n < 30; n += 1) {
        const { mfa } = (n % 2 === 0 ? browser : second).supabase.auth;
        errors.push((await mfa.challengeAndVerify({ factorId, code: "x" })).error?.status);
      }
      expect(errors.filter((status) => status === 422)).toHaveLength(10);
      await expectOwnerGetsIn();
    },
  );

  it(
    "gets 100 guesses and then four an hour from unknown browsers, so that none hits within months",
    ofBuiltinAlone("limits of its own"),
    async () => {
      const { site, browser, factorId, expectOwnerGetsIn } = await anOwnerWithApp();
      let guesses = 0;
      for (let n = 0; n < 200; n += 1) {
        if (n % 10 === 0) {
          site.pass(600);
          await browser.supabase.auth.refreshSession();
        }
        const { error } = await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code: "x" });
        if (error?.status === 422) guesses += 1;
      }
      // 19 pauses of ten minutes, after the first guesses.
      expect(guesses).toBe(100 + Math.floor((19 * 600) / 900));
      await expectOwnerGetsIn();
    },
  );

  it(
    "can be answered in a known browser while somebody with the password opens one challenge after another",
    ofBuiltinAlone("known browsers"),
    async () => {
      const { site, first, browser, factorId, secret } = await anOwnerWithApp();
      await first.supabase.auth.signInWithPassword(OWNER);
      const challengeId = await challenge(first, factorId);
      const errors = [];
      for (let n = 0; n < 60; n += 1) errors.push((await browser.supabase.auth.mfa.challenge({ factorId })).error);
      expect(errors.at(-1)).toMatchObject({ status: 429, code: "over_request_rate_limit" });
      const code = codeOf(secret, site.now());
      expect((await first.supabase.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    },
  );

  it("makes all browsers that have not passed it unknown", ofBuiltinAlone("known browsers"), async () => {
    const site = await serveBrowsers();
    const [browser, other] = [await site.aSignedInBrowser(), await site.aSignedInBrowser()];
    const { factorId } = await enrolTotp(site, browser);
    await other.supabase.auth.signInWithPassword(OWNER);
    const stranger = await site.aSignedInBrowser();
    const guess = async ({ supabase }: TestBrowser) =>
      (await supabase.auth.mfa.challengeAndVerify({ factorId, code: "x" })).error?.status;
    for (let n = 0; n < 10; n += 1) expect(await guess(stranger)).toBe(422);
    expect(await guess(other)).toBe(429);
  });

  it.each(["others", "global"] as const)("protects other sessions from a sign-out with the scope %s", async (scope) => {
    const { site, first, browser } = await anOwnerWithApp();
    const waiting = await site.aSignedInBrowser();
    await browser.supabase.auth.signOut({ scope });
    for (const { supabase } of [first, waiting]) expect((await supabase.auth.getUser()).error).toBeNull();
    expect((await first.supabase.auth.signOut({ scope: "others" })).error).toBeNull();
    expect((await waiting.supabase.auth.getUser()).error).not.toBeNull();
  });
});

describe("requests about factors", () => {
  async function send(site: AuthInBrowsers, { supabase, fetch }: TestBrowser, path: string, body: unknown) {
    const token = (await supabase.auth.getSession()).data.session?.access_token;
    const response = await fetch(`${ADDRESS}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: site.anonymousKey, Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return [response.status, ((await response.json()) as { error_code: string }).error_code];
  }

  it("are rejected and change nothing if their body is invalid", async () => {
    const site = await serveBrowsers();
    const browser = await site.aSignedInBrowser();
    for (const body of [
      {},
      { factor_type: "webauthn" },
      { factor_type: 7 },
      { factor_type: "totp", friendly_name: "n".repeat(101) },
      { factor_type: "totp", friendly_name: { a: 1 } },
      { factor_type: "totp", issuer: "i".repeat(61) },
      { factor_type: "totp", issuer: "\ud83c" },
    ]) {
      expect(await send(site, browser, "factors", body)).toEqual([400, "validation_failed"]);
    }
    expect((await browser.supabase.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  it("find no factor by an unknown or an invalid id", async () => {
    const site = await serveBrowsers();
    const browser = await site.aSignedInBrowser();
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await send(site, browser, `factors/${unknown}/challenge`, {})).toEqual([404, "mfa_factor_not_found"]);
    const code = inFront("paths", { builtin: "validation_failed", hosted: "not_found" });
    expect(await send(site, browser, `factors/'%20OR%201=1/challenge`, {})).toEqual([404, code]);
    expect(await send(site, browser, `factors/${unknown}/verify`, { challenge_id: "x", code: "1" })).toEqual([
      404,
      "mfa_factor_not_found",
    ]);
  });

  it("work with names of the maximum length", async () => {
    const site = await serveBrowsers();
    const { supabase } = await site.aSignedInBrowser();
    const { error } = await supabase.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "🎸".repeat(50),
      issuer: "🎸".repeat(30),
    });
    expect(error).toBeNull();
  });

  it("require a sign-in", async () => {
    const site = await serveBrowsers();
    const { supabase } = site.aBrowser();
    expect((await supabase.auth.mfa.enroll({ factorType: "totp" })).error).toMatchObject({ status: 401 });
  });
});
