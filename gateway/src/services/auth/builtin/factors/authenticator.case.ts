import { TOTP } from "otpauth";
import { expect } from "vitest";
import { OWNER } from "../../../../testing/signed-in.ts";
import { type AuthInBrowsers, serveBrowsers, type TestBrowser } from "../../browser.case.ts";

/** The code that an authenticator app shows for a secret. */
export function codeOf(secret: string, now: Date): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() });
}

export async function enrolTotp(site: AuthInBrowsers, { supabase }: TestBrowser, friendlyName = "Phone") {
  const { data: factor, error } = await supabase.auth.mfa.enroll({ factorType: "totp", friendlyName });
  expect(error).toBeNull();
  // There was no error.
  const { id: factorId, totp } = factor!;
  const verified = await supabase.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, site.now()) });
  expect(verified.error).toBeNull();
  return { factorId, secret: totp.secret };
}

/** The session's assurance level, and the next one. */
export const aal = async ({ supabase }: TestBrowser) => {
  const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

/** Starts a challenge. @returns its id */
export const challenge = async ({ supabase }: TestBrowser, factorId: string) =>
  (await supabase.auth.mfa.challenge({ factorId })).data?.id ?? "";

/** An owner with an app, and a browser in which the owner has only passed the password. */
export async function anOwnerWithApp() {
  const site = await serveBrowsers();
  const first = await site.aSignedInBrowser();
  const app = await enrolTotp(site, first);
  site.pass(60);
  /** Signs in as the owner in the known browser, with password and code. */
  async function expectOwnerGetsIn() {
    await first.supabase.auth.signInWithPassword(OWNER);
    const { factorId } = app;
    const code = codeOf(app.secret, site.now());
    expect((await first.supabase.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  }
  return { site, first, browser: await site.aSignedInBrowser(), ...app, expectOwnerGetsIn };
}
