import { type Cookie, cookieHeader, readCookie } from "./cookies.ts";

/** The cookie that identifies a known browser. */
const DEVICE_COOKIE: Cookie = { name: "porchlight-device", path: "/auth/v1", sameSite: "Strict" };
/** How long a browser is known after its last sign-in, in days. */
export const DEVICE_DAYS = 180;

/** The value of the cookie that identifies a known browser. */
export function readDeviceCookie(cookies: string | undefined, publicUrl: string): string | undefined {
  return readCookie(cookies, DEVICE_COOKIE, publicUrl);
}

/** The `Set-Cookie` header that identifies a known browser. The cookie grants no access, and is only for `/auth/v1`. */
export function deviceCookieHeader(value: string, publicUrl: string): string {
  return cookieHeader(DEVICE_COOKIE, value, DEVICE_DAYS * 24 * 60 * 60, publicUrl);
}
