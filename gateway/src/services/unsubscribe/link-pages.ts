import { type Context, Hono } from "hono";
import { defaultHeaders } from "../../http/default-headers.ts";
import { plainPageHeaders } from "../../http/security-headers.ts";
import type { Logger } from "../../lib/log.ts";
import { ProviderError } from "../../lib/provider/provider-error.ts";
import type { Frame, Markup, PageTheme } from "../shared/plain-page/document.ts";
import { createStylesheet } from "../shared/plain-page/stylesheet.ts";

/** `Retry-After` of a failure, in seconds, when the provider gives none. */
const RETRY_AFTER_SECONDS = 30;
const STYLES = [new URL("./unsubscribe.css", import.meta.url)];

export type LinkPagesOptions = {
  /** The artist's current name. */
  artistName: () => string;
  /** The current theme of the site's pages. */
  pageTheme: () => PageTheme;
  log: Pick<Logger, "error">;
};

/** Shared by the pages behind links in emails: routes with headers and the stylesheet, a frame and error pages. */
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
    /** Responds to a failure of reading or storing. @param what message in the log */
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
