import type { HonoRequest } from "hono";

/**
 * Whether a page of this site sent a request, as far as its browser tells; what is no browser may ask.
 * Source: w3.org, "Fetch Metadata Request Headers".
 */
export function isFromOwnPage(request: HonoRequest): boolean {
  const site = request.header("Sec-Fetch-Site");
  return site === undefined || site === "same-origin";
}
