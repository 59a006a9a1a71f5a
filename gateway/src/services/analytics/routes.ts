import { type Context, Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { isFromOwnPage } from "../../http/from-own-page.ts";
import { limitBody } from "../../http/limit-body.ts";
import type { AnalyticsService } from "./contract.ts";
import { readEvents } from "./read-events.ts";

/** Events of one client: a car park's together, and none may use up its sign-ups. */
export const EVENT_RATE = { burst: 120, perSecond: 10 };

/** Largest body of events, in bytes. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * Routes of the analytics service, to be mounted at `/analytics`. Nothing of a request but its events is passed on.
 * Sources: w3.org, "Tracking Preference Expression (DNT)"; w3.org, "Global Privacy Control".
 */
export function createAnalyticsRoutes(analytics: AnalyticsService, publicUrl: string): Hono {
  const routes = new Hono();

  routes.post(
    "/events",
    async (c, next) => {
      // A page of somebody else has nothing to count here.
      if (!isFromOwnPage(c.req, publicUrl)) {
        return respondWithError(c, 403, "cross_site", "Only this site's own pages may send events.");
      }
      // A visitor who asks not to be counted is not counted, and the body is not even read.
      return asksForPrivacy(c) ? c.body(null, 204) : next();
    },
    limitBody(MAX_BODY_BYTES, (c) =>
      respondWithError(c, 413, "too_large", `A body may have ${MAX_BODY_BYTES} bytes at most.`),
    ),
    async (c) => {
      const read = readEvents(await c.req.text());
      if (!read.ok) return respondWithError(c, 400, "bad_request", read.message);
      analytics.record(read.value.events);
      return c.body(null, 204);
    },
  );

  return routes;
}

function asksForPrivacy(c: Context): boolean {
  return c.req.header("DNT") === "1" || c.req.header("Sec-GPC") === "1";
}
