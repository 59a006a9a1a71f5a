import type { HonoRequest } from "hono";

/**
 * Whether a page of this site sent a request, as far as its browser tells; what is no browser may ask. A browser that
 * does not tell by `Sec-Fetch-Site` names the page in `Origin` or `Referer`.
 * Source: w3.org, "Fetch Metadata Request Headers".
 *
 * @param publicUrl where the site is
 */
export function isFromOwnPage(request: HonoRequest, publicUrl: string): boolean {
  const site = request.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const page = request.header("Origin") ?? request.header("Referer");
  if (page === undefined) return true;
  const host = URL.parse(page)?.host;
  // A proxy may have given the request another host than the browser did.
  return host !== undefined && (host === new URL(request.url).host || host === new URL(publicUrl).host);
}
