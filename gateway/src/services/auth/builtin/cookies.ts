/** A cookie of ours, for one path alone. No script reads it. */
export type Cookie = { name: string; path: string; sameSite: "Strict" | "Lax" };

/**
 * The `Set-Cookie` header for a cookie. Over https its name says so: browsers take such a name from an address with
 * https alone, so that nobody on the way can put a value of theirs there. `__Host-` would ask for the path `/`, and the
 * cookie would then come with every picture. Source: RFC 6265bis §4.1.3.
 */
export function cookieHeader(cookie: Cookie, value: string, seconds: number, publicUrl: string): string {
  const { path, sameSite } = cookie;
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${cookieName(cookie, publicUrl)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** What a request's `Cookie` header holds for a cookie. */
export function readCookie(header: string | undefined, cookie: Cookie, publicUrl: string): string | undefined {
  const wanted = cookieName(cookie, publicUrl);
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === wanted && value) return value;
  }
  return undefined;
}

function cookieName({ name }: Cookie, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Secure-${name}` : name;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
