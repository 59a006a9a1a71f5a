import { type Context, Hono } from "hono";
import { defaultHeaders } from "../../http/default-headers.ts";
import { limitBody } from "../../http/limit-body.ts";
import { plainPageHeaders } from "../../http/security-headers.ts";
import type { Logger } from "../../log.ts";
import type { Dress, Frame } from "../../plain-pages/document.ts";
import type { Returning } from "../returning.ts";
import { confirmPage, noSuchLinkPage, notStoredPage, welcomeBackPage } from "./confirm-pages.ts";
import { CONFIRM_PATH } from "./return-links.ts";
import { unsubscribeStylesheet } from "./stylesheet.ts";

/** Largest form that is read, in bytes; a token and its name are some hundred. */
const MAX_BODY_BYTES = 8 * 1024;
/** When it may be tried again after nothing could be stored, in seconds. */
const RETRY_AFTER_SECONDS = 30;

/** What the pages for coming back need. */
export type ConfirmRoutesOptions = {
  returning: Returning;
  artistName: () => string;
  /** How the site's own pages look now. */
  dress: () => Dress;
  log: Pick<Logger, "error">;
};

/**
 * Pages by which an address that left the list confirms that it wants to come back, without script, to be mounted at
 * `/confirm`. A link opens a page that asks, and its form does it.
 */
export function createConfirmRoutes({ returning, artistName, dress, log }: ConfirmRoutesOptions): Hono {
  const headers = plainPageHeaders();
  const routes = new Hono();

  const frame = (): Frame => {
    const { stylesheets, themeColour } = dress();
    return {
      artistName: artistName(),
      stylesheets: [...stylesheets, unsubscribeStylesheet.address],
      themeColour,
      back: { path: "/", words: "Back to the site" },
    };
  };
  const noSuchLink = (c: Context) => c.html(noSuchLinkPage(frame()), 400);

  routes.use(defaultHeaders(headers));
  routes.get("/done", (c) => c.html(welcomeBackPage(frame())));
  routes.get("/", (c) => {
    const token = c.req.query("t") ?? "";
    const address = returning.hiddenAddressOf(token);
    return address === undefined ? noSuchLink(c) : c.html(confirmPage(frame(), { token, address }));
  });
  routes.post(
    "/",
    limitBody(MAX_BODY_BYTES, (c) => c.html(noSuchLinkPage(frame()), 413)),
    async (c) => {
      const token = new URLSearchParams(await c.req.text()).get("t") ?? "";
      try {
        // To an address of its own, so that loading it again sends nothing again.
        return (await returning.comeBack(token)) ? c.redirect(`${CONFIRM_PATH}/done`, 303) : noSuchLink(c);
      } catch (error) {
        log.error({ err: error }, "an address could not come back onto the list");
        c.header("Retry-After", String(RETRY_AFTER_SECONDS));
        return c.html(notStoredPage(frame(), token), 503);
      }
    },
  );
  routes.all("*", (c) => c.html(noSuchLinkPage(frame()), 404));

  return routes;
}
