import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** How long an authenticator app shows a code, in seconds. Source: RFC 6238 §4.1. */
const STEP_SECONDS = 30;
/** How many steps a clock may be ahead or behind. Source: RFC 6238 §5.2. */
const WINDOW_STEPS = 1;
/**
 * Parameters that every authenticator app supports. Source: RFC 6238 and the key URI format of Google Authenticator.
 */
const FORM = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS } as const;

/** A new secret, in the forms that an authenticator app accepts. */
type TotpKey = {
  /** Base32, to type. */
  secret: string;
  /** `otpauth://totp/…` */
  uri: string;
  /** The URI as a QR code: a bare `<svg …>` without `#`, because auth-js puts it into a data URI unchanged. */
  qrCode: string;
};

/** Generates a secret of 160 bits. Source: RFC 4226 §4, R6. */
export function newTotpKey({ issuer, account }: { issuer: string; account: string }): TotpKey {
  const totp = new TOTP({ ...FORM, issuer, label: account, secret: new Secret({ size: 20 }) });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qrCode: renderSVG(uri, { border: 4, ecc: "M" }) };
}

/** @returns the number of the code's step since 1970; undefined when no step close to now has this code */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...FORM,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp,
    window: WINDOW_STEPS,
  });
  return delta === null ? undefined : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}
