import { type Context, Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import { limitBody } from "../../http/limit-body.ts";
import type { AnalyticsService } from "./contract.ts";
import { parseEvents } from "./parse-events.ts";

/** Rate limit of events for one client, high enough for many fans behind one address. It is separate from sign-ups. */
export const EVENT_RATE = { burst: 120, perSecond: 10 };

/** Maximum size of a body, in bytes. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * Routes of the analytics service, mounted at `/analytics`. They pass on only the events of a request.
 *
 * @param onNewsletterVisit counts a visit that began with a link in a newsletter
 * Sources: w3.org, "Tracking Preference Expression (DNT)"; w3.org, "Global Privacy Control".
 */
export function createAnalyticsRoutes(
  analytics: AnalyticsService,
  publicUrl: string,
  onNewsletterVisit?: (id: number) => void,
): Hono {
  const routes = new Hono();

  routes.post(
    "/events",
    async (c, next) => {
      // Rejects events from pages of other sites.
      if (!isFromOwnPage(c.req, publicUrl)) {
        return respondWithError(c, 403, "cross_site", "Only this site's own pages may send events.");
      }
      // Visitors who opt out are not counted. Their body is not even read.
      return hasOptedOut(c) ? c.body(null, 204) : next();
    },
    limitBody(MAX_BODY_BYTES, (c) =>
      respondWithError(c, 413, "too_large", `A body may have ${MAX_BODY_BYTES} bytes at most.`),
    ),
    async (c) => {
      const parsed = parseEvents(await c.req.text());
      if (!parsed.ok) return respondWithError(c, 400, "bad_request", parsed.message);
      const { events } = parsed.value;
      analytics.record(events);
      // A visit begins once, so one request counts at most one.
      const [newsletter] = events.flatMap((event) =>
        event.name === "page_view" ? (event.params.newsletter ?? []) : [],
      );
      if (newsletter !== undefined) onNewsletterVisit?.(newsletter);
      return c.body(null, 204);
    },
  );

  return routes;
}

function hasOptedOut(c: Context): boolean {
  return c.req.header("DNT") === "1" || c.req.header("Sec-GPC") === "1";
}
