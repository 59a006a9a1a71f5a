import { type Context, Hono } from "hono";
import { defaultHeaders } from "../../http/default-headers.ts";
import { limitBody } from "../../http/limit-body.ts";
import { plainPageHeaders } from "../../http/security-headers.ts";
import type { Logger } from "../../lib/log.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import type { Frame, Markup, PageTheme } from "../shared/plain-page/document.ts";
import { createStylesheet } from "../shared/plain-page/stylesheet.ts";
import type { UnsubscribeService } from "../shared/unsubscribe.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";
import { brokenLinkPage, donePage, missingPage, noFormPage, notAskedPage, notDonePage, questionPage } from "./pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "./token-form.ts";

/** When it may be tried again after nothing could be stored, in seconds, where nobody says otherwise. */
const RETRY_AFTER_SECONDS = 30;
const STYLES = [new URL("./unsubscribe.css", import.meta.url)];

/** What the pages for leaving need. */
export type UnsubscribeRoutesOptions = {
  leaving: UnsubscribeService;
  /** Whose list it is, as it is called now. */
  artistName: () => string;
  /** How the site's own pages look now. */
  dress: () => PageTheme;
  log: Pick<Logger, "error">;
};

/**
 * Pages by which a fan leaves the list, without script, to be mounted at `/unsubscribe`. A link opens a page that asks,
 * and its form or a mail program's own button (RFC 8058) does it. All answers are the same whether or not the address
 * is on the list.
 */
export function createUnsubscribeRoutes(options: UnsubscribeRoutesOptions): Hono {
  const { leaving, artistName, dress, log } = options;
  const stylesheet = createStylesheet(`${UNSUBSCRIBE_PATH}/unsubscribe.css`, STYLES);
  const headers = plainPageHeaders();
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
  const brokenLink = (c: Context) => c.html(brokenLinkPage(frame()), 400);

  /** The page that a link opens. */
  async function ask(c: Context, token: string): Promise<Response> {
    try {
      const address = await leaving.hiddenAddressOf(token);
      return address === undefined ? brokenLink(c) : c.html(questionPage(frame(), { token, address }));
    } catch (error) {
      return comeBack(c, error, "nobody could tell whose a link is", notAskedPage(frame(), token));
    }
  }

  /** @param done what whoever has left is answered */
  async function leave(c: Context, token: string, done: () => Response | Promise<Response>): Promise<Response> {
    try {
      return (await leaving.leave(token)) ? await done() : brokenLink(c);
    } catch (error) {
      return comeBack(c, error, "somebody could not leave the list", notDonePage(frame(), token));
    }
  }

  function comeBack(c: Context, error: unknown, what: string, page: Markup): Response | Promise<Response> {
    log.error({ err: error }, what);
    const seconds = error instanceof ProviderError ? error.retryAfterSeconds : RETRY_AFTER_SECONDS;
    c.header("Retry-After", String(seconds));
    return c.html(page, 503);
  }

  routes.use(defaultHeaders(headers));

  routes.get("/unsubscribe.css", (c) => stylesheet.respond(c.req.raw));

  routes.get("/done", (c) => c.html(donePage(frame())));
  routes.all("/done", (c) => notAllowed(c, "GET, HEAD", missingPage(frame())));

  routes.get("/", (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    return token === undefined ? brokenLink(c) : ask(c, token);
  });

  routes.post(
    "/",
    limitBody(FORM_MAX_BYTES, (c) => c.html(noFormPage(frame()), 413)),
    async (c) => {
      const form = await readForm(c);
      if (form === undefined) return c.html(noFormPage(frame()), 415);
      const inAddress = c.req.queries("t") ?? [];
      const token = onlyToken([...inAddress, ...valuesOf(form, "t")]);
      if (token === undefined) return brokenLink(c);
      if (inAddress.length === 0) {
        // To an address of its own, so that loading it again sends nothing again.
        return leave(c, token, () => c.redirect(`${UNSUBSCRIBE_PATH}/done`, 303));
      }
      // A mail program's button, which follows no redirect. Source: RFC 8058 §3.1.
      if (!valuesOf(form, "List-Unsubscribe").includes("One-Click")) return brokenLink(c);
      return leave(c, token, () => c.html(donePage(frame())));
    },
  );
  routes.all("/", (c) => notAllowed(c, "GET, HEAD, POST", missingPage(frame())));
  routes.all("*", (c) => c.html(missingPage(frame()), 404));

  return routes;
}

function notAllowed(c: Context, allow: string, page: Markup): Response | Promise<Response> {
  c.header("Allow", allow);
  return c.html(page, 405);
}
