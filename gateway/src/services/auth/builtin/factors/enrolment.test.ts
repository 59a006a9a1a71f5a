import { describe, expect, it } from "vitest";
import { OWNER } from "../../../../testing/signed-in.ts";
import { serveBrowsers } from "../../browser.case.ts";
import { aal, anOwnerWithApp, codeOf, enrolTotp } from "./authenticator.case.ts";

describe("an authenticator app", () => {
  it("can be removed by a session that has passed it, which then goes back to aal1", async () => {
    const { site, first, browser, factorId } = await anOwnerWithApp();
    expect((await browser.supabase.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: "insufficient_aal",
      status: 422,
    });
    expect((await first.supabase.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await first.supabase.auth.refreshSession();
    expect(await aal(first)).toEqual(["aal1", "aal1"]);
    const { data } = await first.supabase.auth.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: "password" }]);
    expect((await site.events())[0]).toBe("factor-removed");
    expect((await first.supabase.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      code: "mfa_factor_not_found",
    });
  });

  it("can be added and removed only within 15 minutes after the owner typed the password", async () => {
    const site = await serveBrowsers();
    const { auth } = (await site.aSignedInBrowser()).supabase;
    const begin = () => auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const again = { status: 400, code: "reauthentication_needed" };
    site.pass(15 * 60);
    expect((await begin()).error).toMatchObject(again);
    expect((await auth.updateUser({ current_password: "not the owner's" })).error?.code).toBe("invalid_credentials");
    expect((await begin()).error).toMatchObject(again);
    expect((await auth.updateUser({ current_password: OWNER.password })).error).toBeNull();
    const { data } = await begin();
    const [factorId, secret] = [data?.id ?? "", data?.totp.secret ?? ""];
    const checked = await auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, site.now()) });
    expect(checked.error).toBeNull();

    site.pass(15 * 60);
    expect((await auth.mfa.unenroll({ factorId })).error).toMatchObject(again);
    expect((await auth.updateUser({ current_password: OWNER.password })).error).toBeNull();
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  });

  it("can be removed at any time while it is unverified", async () => {
    const site = await serveBrowsers();
    const { auth } = (await site.aSignedInBrowser()).supabase;
    const { data } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    site.pass(15 * 60);
    expect((await auth.mfa.unenroll({ factorId: data?.id ?? "" })).error).toBeNull();
  });

  it("is not found if it is removed during a challenge", async () => {
    const { first, factorId } = await anOwnerWithApp();
    const { mfa } = first.supabase.auth;
    const [removed, challenged] = await Promise.all([mfa.unenroll({ factorId }), mfa.challenge({ factorId })]);
    expect(removed.error).toBeNull();
    // The result depends on which request came first.
    expect([undefined, 404]).toContain(challenged.error?.status);
  });

  it("is removed without an event or an email if it is unverified", async () => {
    const site = await serveBrowsers();
    const { supabase } = await site.aSignedInBrowser();
    const { data } = await supabase.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    expect((await supabase.auth.mfa.unenroll({ factorId: data?.id ?? "" })).error).toBeNull();
    expect((await supabase.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect(await site.events()).toEqual(["factor-enrolled", "signed-in"]);
    expect(site.emails).toEqual([]);
  });

  it("leaves a session at aal2 after its removal if the session has passed another factor", async () => {
    const { site, first, factorId } = await anOwnerWithApp();
    await enrolTotp(site, first, "Tablet");
    await first.supabase.auth.mfa.unenroll({ factorId });
    await first.supabase.auth.refreshSession();
    expect(await aal(first)).toEqual(["aal2", "aal2"]);
  });

  it("cannot be added or verified by a session that has not passed the verified factor", async () => {
    const { site, first, browser } = await anOwnerWithApp();
    expect((await browser.supabase.auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" })).error).toMatchObject({
      code: "insufficient_aal",
      status: 403,
    });
    const begun = await first.supabase.auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" });
    const code = codeOf(begun.data?.totp.secret ?? "", site.now());
    const factorId = begun.data?.id ?? "";
    expect((await browser.supabase.auth.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject({
      code: "insufficient_aal",
    });
  });

  it("needs a unique name, even among recent unverified factors, and unverified ones are deleted when one is verified", async () => {
    const site = await serveBrowsers();
    const browser = await site.aSignedInBrowser();
    const { mfa } = browser.supabase.auth;
    const begin = async (friendlyName: string) =>
      (await mfa.enroll({ factorType: "totp", friendlyName })).data?.id ?? "";
    const first = await begin("Phone");
    const taken = { code: "mfa_factor_name_conflict", status: 422 };
    expect((await mfa.enroll({ factorType: "totp", friendlyName: "Phone" })).error).toMatchObject(taken);
    site.pass(301);
    await begin("Phone");
    await begin("Tablet");
    expect((await mfa.challenge({ factorId: first })).error).toMatchObject({ code: "mfa_factor_not_found" });
    await enrolTotp(site, browser, "Key");
    expect((await mfa.listFactors()).data?.all).toMatchObject([{ friendly_name: "Key" }]);
    expect((await mfa.enroll({ factorType: "totp", friendlyName: "Key" })).error).toMatchObject(taken);
  });

  it("is one of at most ten, and a new one replaces old unverified ones", async () => {
    const site = await serveBrowsers();
    const { mfa } = (await site.aSignedInBrowser()).supabase.auth;
    const begin = async (n: number) => (await mfa.enroll({ factorType: "totp", friendlyName: `${n}` })).error;
    for (let n = 0; n < 10; n += 1) expect(await begin(n)).toBeNull();
    expect(await begin(10)).toMatchObject({ code: "too_many_enrolled_mfa_factors", status: 422 });
    site.pass(3601);
    const again = (await site.aSignedInBrowser()).supabase.auth.mfa;
    expect((await again.enroll({ factorType: "totp", friendlyName: "10" })).error).toBeNull();
    expect((await again.listFactors()).data?.all).toHaveLength(1);
  });
});
