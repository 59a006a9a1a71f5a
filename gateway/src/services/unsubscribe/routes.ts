import type { Context, Hono } from "hono";
import { limitBody } from "../../http/limit-body.ts";
import { createLinkPages, type LinkPagesOptions, missingPage, noFormPage } from "../shared/link-pages/link-pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "../shared/link-pages/token-form.ts";
import type { UnsubscribeService } from "../shared/unsubscribe.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";
import {
  brokenLinkPage,
  donePage,
  lookupFailedPage,
  notDonePage,
  type UnsubscribeLink,
  unsubscribePage,
} from "./pages.ts";

type UnsubscribeRoutesOptions = LinkPagesOptions & {
  unsubscribing: UnsubscribeService;
  /** Called with the address that unsubscribed, and the newsletter whose link was used. */
  onUnsubscribed?: ((token: string, newsletterId: number | undefined) => Promise<void>) | undefined;
};

/**
 * Pages for unsubscribing, mounted at `/unsubscribe`. They need no script. A link opens a page with a form. The form,
 * or a mail program's own button (RFC 8058), unsubscribes. No response shows whether the address is on the list.
 */
export function createUnsubscribeRoutes(deps: UnsubscribeRoutesOptions): Hono {
  const { unsubscribing, onUnsubscribed, ...options } = deps;
  const { routes, frame, tryAgain, notAllowed } = createLinkPages(options, `${UNSUBSCRIBE_PATH}/unsubscribe.css`);
  const brokenLink = (c: Context) => c.html(brokenLinkPage(frame()), 400);

  /** Shows the page that a link opens. */
  async function showForm(c: Context, link: UnsubscribeLink): Promise<Response> {
    try {
      const address = await unsubscribing.hiddenAddressOf(link.token);
      return address === undefined ? brokenLink(c) : c.html(unsubscribePage(frame(), { ...link, address }));
    } catch (error) {
      return tryAgain(c, error, {
        what: "the address of an unsubscribe link could not be looked up",
        page: lookupFailedPage(frame(), link),
      });
    }
  }

  /** @param done creates the response after unsubscribing */
  async function unsubscribe(
    c: Context,
    link: UnsubscribeLink,
    done: () => Response | Promise<Response>,
  ): Promise<Response> {
    try {
      if (!(await unsubscribing.unsubscribe(link.token))) return brokenLink(c);
      await onUnsubscribed?.(link.token, link.newsletterId);
      return await done();
    } catch (error) {
      return tryAgain(c, error, { what: "unsubscribing failed", page: notDonePage(frame(), link) });
    }
  }

  routes.get("/done", (c) => c.html(donePage(frame())));
  routes.all("/done", (c) => notAllowed(c, { allow: "GET, HEAD", page: missingPage(frame()) }));

  routes.get("/", (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    if (token === undefined) return brokenLink(c);
    return showForm(c, { token, newsletterId: newsletterOf(c.req.queries("n") ?? []) });
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
      const newsletterId = newsletterOf([...(c.req.queries("n") ?? []), ...valuesOf(form, "n")]);
      if (inAddress.length === 0) {
        // Redirects to another page, so that a reload does not send the form again.
        return unsubscribe(c, { token, newsletterId }, () => c.redirect(`${UNSUBSCRIBE_PATH}/done`, 303));
      }
      // A mail program's button. It follows no redirects. Source: RFC 8058 §3.1.
      if (!valuesOf(form, "List-Unsubscribe").includes("One-Click")) return brokenLink(c);
      return unsubscribe(c, { token, newsletterId }, () => c.html(donePage(frame())));
    },
  );
  routes.all("/", (c) => notAllowed(c, { allow: "GET, HEAD, POST", page: missingPage(frame()) }));
  routes.all("*", (c) => c.html(missingPage(frame()), 404));

  return routes;
}

/** The newsletter whose link was used: the number in `n`, if there is exactly one. */
function newsletterOf(values: readonly string[]): number | undefined {
  const [value] = values;
  return values.length === 1 && value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
