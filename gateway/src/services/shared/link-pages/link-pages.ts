import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { defaultHeaders } from "../../../http/default-headers.ts";
import { plainPageHeaders } from "../../../http/security-headers.ts";
import type { Logger } from "../../../lib/log.ts";
import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { documentOf, type Frame, type Markup, messagePage, type PageTheme } from "../plain-page/document.ts";
import { createStylesheet } from "../plain-page/stylesheet.ts";
import * as words from "./words.ts";

/** `Retry-After` of a failure, in seconds, if the provider does not give one. */
const RETRY_AFTER_SECONDS = 30;
const STYLES = [new URL("./link-pages.css", import.meta.url)];

export type LinkPagesOptions = {
  /** The artist's current name. */
  artistName: () => string;
  /** The current theme of the site's pages. */
  pageTheme: () => PageTheme;
  log: Pick<Logger, "error">;
};

/** A form that sends a link's token. */
export type LinkForm = {
  path: string;
  token: string;
  /** Further fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** Text of the button. */
  verb: string;
  /** Text of the link to the site, for a fan who does not press the button. */
  otherwise: string;
};

/** The common parts of the pages that links in emails open: routes with headers and stylesheet, frame, error pages. */
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
      const { stylesheets, ...theme } = pageTheme();
      return {
        artistName: artistName(),
        stylesheets: [...stylesheets, stylesheet.address],
        ...theme,
        back: { path: "/", words: words.backToSite },
      };
    },
    /** Responds if reading or storing fails. @param what message in the log */
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

/** A page that asks a fan to press the button of a form. */
export function formPage(frame: Frame, { title, heading, sentence }: words.FormPageWords, form: LinkForm): Markup {
  return documentOf(
    frame,
    title,
    html`<div class="plain-message">
<h1>${heading}</h1>
<p class="lead">${sentence}</p>
<form class="leave" method="post" action="${form.path}">
<input type="hidden" name="t" value="${form.token}">${Object.entries(form.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}
<button class="button" type="submit">${form.verb}</button>
<a class="leave-not" href="/">${form.otherwise}</a>
</form>
</div>`,
  );
}

/** A page with one message and a link to the site. @param onward text of the link */
export function oneMessagePage(frame: Frame, message: words.Message, onward: string = words.toSite): Markup {
  return messagePage(frame, message.title, message.sentence, { path: "/", words: onward });
}

/** The page for a request whose body is not our form. */
export function noFormPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.messages.noForm);
}

/** The page for any other address below the path of a link. */
export function missingPage(frame: Frame): Markup {
  return oneMessagePage(frame, words.messages.missing);
}
