import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../../shared/secrets.ts";
import type { HostedProject } from "../../shared/supabase-project.ts";
import { DEVICE_DAYS, deviceCookieHeader, readDeviceCookie } from "../device-cookie.ts";

/** Recognises browsers that have passed a second step, so that nobody else uses up their guesses. */
type KnownBrowsers = {
  /** The name under which the guesses of a known browser at a factor count; undefined for any other browser. */
  find(cookies: string | undefined, factorId: string): string | undefined;
  /** The `Set-Cookie` header for a browser that has passed the step. */
  remember(factorId: string): string;
};

/**
 * Nothing is stored: a cookie names its expiry time and is signed, for one factor, with a key that is derived from the
 * settings.
 */
export function createKnownBrowsers(
  { provider, providerKey }: HostedProject,
  { publicUrl, clock }: { publicUrl: string; clock: () => Date },
): KnownBrowsers {
  const key = createHmac("sha256", providerKey)
    .update(`known browsers of the gateways before ${provider.url}`)
    .digest();
  const signatureOf = (text: string, factorId: string) =>
    createHmac("sha256", key).update(`${factorId} ${text}`).digest("base64url");

  return {
    find(cookies, factorId) {
      const [, text = "", until = "", signature = ""] =
        /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(readDeviceCookie(cookies, publicUrl) ?? "") ?? [];
      const isKnown = Number(until) > clock().getTime() && isSame(signature, signatureOf(text, factorId));
      return isKnown ? text : undefined;
    },
    remember(factorId) {
      const until = clock().getTime() + DEVICE_DAYS * 24 * 60 * 60 * 1_000;
      const text = `${until}.${randomBytes(16).toString("base64url")}`;
      return deviceCookieHeader(`${text}.${signatureOf(text, factorId)}`, publicUrl);
    },
  };
}
