import type { HonoRequest } from "hono";

/**
 * Whether a page of this site sent a request, according to the browser's headers. Other programs do not send these
 * headers; their requests count as the site's own. Browsers without `Sec-Fetch-Site` (Safari before 16.4) name the page
 * in `Origin` or `Referer`.
 * Source: w3.org, "Fetch Metadata Request Headers".
 *
 * @param publicUrl address of the site; a proxy may use another host name
 */
export function isFromOwnPage(request: HonoRequest, publicUrl: string): boolean {
  const site = request.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const hosts = [new URL(request.url).host, new URL(publicUrl).host];
  return [request.header("Origin"), request.header("Referer")].every(
    (page) => page === undefined || (URL.canParse(page) && hosts.includes(new URL(page).host)),
  );
}
