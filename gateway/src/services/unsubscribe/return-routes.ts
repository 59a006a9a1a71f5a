import { type Context, Hono } from "hono";
import { defaultHeaders } from "../../http/default-headers.ts";
import { limitBody } from "../../http/limit-body.ts";
import { plainPageHeaders } from "../../http/security-headers.ts";
import type { Logger } from "../../lib/log.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import type { Frame, Markup, PageTheme } from "../shared/plain-page/document.ts";
import { createStylesheet } from "../shared/plain-page/stylesheet.ts";
import { RETURN_PATH, type Returning } from "../shared/resubscribe.ts";
import {
  confirmedPage,
  confirmPage,
  deadLinkPage,
  notAFormPage,
  notConfirmedPage,
  unknownPage,
} from "./return-pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "./token-form.ts";

/** When it may be tried again after nothing could be stored, in seconds, where the provider does not say. */
const RETRY_AFTER_SECONDS = 30;
const STYLES = [new URL("./unsubscribe.css", import.meta.url)];

/** What the pages for coming back need. */
export type ReturnRoutesOptions = {
  returning: Returning;
  /** Whose list it is, as they are called now. */
  artistName: () => string;
  /** How the site's own pages look now. */
  dress: () => PageTheme;
  log: Pick<Logger, "error">;
};

/**
 * Pages by which an address comes back to the list, without script, to be mounted at `/confirm`. The link of the
 * confirmation email opens a page that asks, and its form confirms: a program that checks links confirms nothing.
 */
export function createReturnRoutes({ returning, artistName, dress, log }: ReturnRoutesOptions): Hono {
  const stylesheet = createStylesheet(`${RETURN_PATH}/confirm.css`, STYLES);
  const routes = new Hono();

  const frame = (): Frame => {
    const { stylesheets, themeColour } = dress();
    return {
      artistName: artistName(),
      stylesheets: [...stylesheets, stylesheet.address],
      themeColour,
      back: { path: "/", words: "Back to the site" },
    };
  };
  const deadLink = (c: Context) => c.html(deadLinkPage(frame()), 410);

  function tryAgain(c: Context, error: unknown, token: string): Response | Promise<Response> {
    log.error({ err: error }, "an address could not come back to the list");
    const seconds = error instanceof ProviderError ? error.retryAfterSeconds : RETRY_AFTER_SECONDS;
    c.header("Retry-After", String(seconds));
    return c.html(notConfirmedPage(frame(), token), 503);
  }

  routes.use(defaultHeaders(plainPageHeaders()));

  routes.get("/confirm.css", (c) => stylesheet.respond(c.req.raw));

  routes.get("/done", (c) => c.html(confirmedPage(frame())));
  routes.all("/done", (c) => notAllowed(c, "GET, HEAD", unknownPage(frame())));

  routes.get("/", async (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    if (token === undefined) return deadLink(c);
    try {
      const address = await returning.hiddenAddressOf(token);
      return address === undefined ? deadLink(c) : c.html(confirmPage(frame(), { token, address }));
    } catch (error) {
      return tryAgain(c, error, token);
    }
  });

  routes.post(
    "/",
    limitBody(FORM_MAX_BYTES, (c) => c.html(notAFormPage(frame()), 413)),
    async (c) => {
      const form = await readForm(c);
      if (form === undefined) return c.html(notAFormPage(frame()), 415);
      const token = onlyToken(valuesOf(form, "t"));
      if (token === undefined) return deadLink(c);
      try {
        // To an address of its own, so that loading it again sends nothing again.
        return (await returning.comeBack(token)) ? c.redirect(`${RETURN_PATH}/done`, 303) : deadLink(c);
      } catch (error) {
        return tryAgain(c, error, token);
      }
    },
  );
  routes.all("/", (c) => notAllowed(c, "GET, HEAD, POST", unknownPage(frame())));
  routes.all("*", (c) => c.html(unknownPage(frame()), 404));

  return routes;
}

function notAllowed(c: Context, allow: string, page: Markup): Response | Promise<Response> {
  c.header("Allow", allow);
  return c.html(page, 405);
}
