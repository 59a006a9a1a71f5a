import { type Context, Hono } from "hono";
import { defaultHeaders } from "../../http/default-headers.ts";
import { plainPageHeaders } from "../../http/security-headers.ts";
import type { Logger } from "../../lib/log.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import type { Frame, Markup, PageTheme } from "../shared/plain-page/document.ts";
import { createStylesheet } from "../shared/plain-page/stylesheet.ts";

/** When it may be tried again after nothing could be stored, in seconds, where the provider does not say. */
const RETRY_AFTER_SECONDS = 30;
const STYLES = [new URL("./unsubscribe.css", import.meta.url)];

/** What the pages behind a link of an email need. */
export type LinkPagesOptions = {
  /** Whose list it is, as they are called now. */
  artistName: () => string;
  /** How the site's own pages look now. */
  pageTheme: () => PageTheme;
  log: Pick<Logger, "error">;
};

/** What the pages behind every link of an email share: their routes begin with headers and the stylesheet. */
export function createLinkPages(
  { artistName, pageTheme, log }: LinkPagesOptions,
  stylesheetPath: `/${string}/${string}`,
) {
  const stylesheet = createStylesheet(stylesheetPath, STYLES);
  const routes = new Hono();
  routes.use(defaultHeaders(plainPageHeaders()));
  routes.get(stylesheetPath.slice(stylesheetPath.lastIndexOf("/")), (c) => stylesheet.respond(c.req.raw));

  return {
    routes,
    frame(): Frame {
      const { stylesheets, themeColour } = pageTheme();
      return {
        artistName: artistName(),
        stylesheets: [...stylesheets, stylesheet.address],
        themeColour,
        back: { path: "/", words: "Back to the site" },
      };
    },
    /** For when nothing could be read or stored. @param what stands in the log */
    tryAgain(c: Context, error: unknown, { what, page }: { what: string; page: Markup }) {
      log.error({ err: error }, what);
      const seconds = error instanceof ProviderError ? error.retryAfterSeconds : RETRY_AFTER_SECONDS;
      c.header("Retry-After", String(seconds));
      return c.html(page, 503);
    },
    notAllowed(c: Context, { allow, page }: { allow: string; page: Markup }) {
      c.header("Allow", allow);
      return c.html(page, 405);
    },
  };
}
