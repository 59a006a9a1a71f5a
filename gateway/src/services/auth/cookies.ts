/** One of our cookies, for one path. Scripts cannot read it. */
export type Cookie = { name: string; path: string; sameSite: "Strict" | "Lax" };

/**
 * The `Set-Cookie` header for a cookie. Over https the name begins with `__Secure-`: browsers accept such a name only
 * over https, so nobody on the network can set it. `__Host-` would need the path `/`, and the browser would send the
 * cookie with every picture. Source: RFC 6265bis §4.1.3.
 */
export function cookieHeader(cookie: Cookie, value: string, seconds: number, publicUrl: string): string {
  const { path, sameSite } = cookie;
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${cookieName(cookie, publicUrl)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The value of a cookie in a request's `Cookie` header. */
export function readCookie(header: string | undefined, cookie: Cookie, publicUrl: string): string | undefined {
  const fullName = cookieName(cookie, publicUrl);
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === fullName && value) return value;
  }
  return undefined;
}

function cookieName({ name }: Cookie, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Secure-${name}` : name;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
