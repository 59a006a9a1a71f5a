import { TOTP } from "otpauth";
import { expect } from "vitest";
import type { AuthInBrowsers, TestBrowser } from "../../browser.case.ts";

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
