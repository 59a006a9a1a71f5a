import type { Context, Hono } from "hono";
import { limitBody } from "../../http/limit-body.ts";
import { createLinkPages, type LinkPagesOptions, missingPage, noFormPage } from "../shared/link-pages/link-pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "../shared/link-pages/token-form.ts";
import type { UnsubscribeService } from "../shared/unsubscribe.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";
import { brokenLinkPage, donePage, lookupFailedPage, notDonePage, unsubscribePage } from "./pages.ts";

type UnsubscribeRoutesOptions = LinkPagesOptions & { unsubscribing: UnsubscribeService };

/**
 * Pages for unsubscribing, mounted at `/unsubscribe`. They need no script. A link opens a page with a form. The form,
 * or a mail program's own button (RFC 8058), unsubscribes. No response shows whether the address is on the list.
 */
export function createUnsubscribeRoutes({ unsubscribing, ...options }: UnsubscribeRoutesOptions): Hono {
  const { routes, frame, tryAgain, notAllowed } = createLinkPages(options, `${UNSUBSCRIBE_PATH}/unsubscribe.css`);
  const brokenLink = (c: Context) => c.html(brokenLinkPage(frame()), 400);

  /** Shows the page that a link opens. */
  async function showForm(c: Context, token: string): Promise<Response> {
    try {
      const address = await unsubscribing.hiddenAddressOf(token);
      return address === undefined ? brokenLink(c) : c.html(unsubscribePage(frame(), { token, address }));
    } catch (error) {
      return tryAgain(c, error, {
        what: "the address of an unsubscribe link could not be looked up",
        page: lookupFailedPage(frame(), token),
      });
    }
  }

  /** @param done creates the response after unsubscribing */
  async function unsubscribe(c: Context, token: string, done: () => Response | Promise<Response>): Promise<Response> {
    try {
      return (await unsubscribing.unsubscribe(token)) ? await done() : brokenLink(c);
    } catch (error) {
      return tryAgain(c, error, { what: "unsubscribing failed", page: notDonePage(frame(), token) });
    }
  }

  routes.get("/done", (c) => c.html(donePage(frame())));
  routes.all("/done", (c) => notAllowed(c, { allow: "GET, HEAD", page: missingPage(frame()) }));

  routes.get("/", (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    return token === undefined ? brokenLink(c) : showForm(c, token);
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
        // Redirects to another page, so that a reload does not send the form again.
        return unsubscribe(c, token, () => c.redirect(`${UNSUBSCRIBE_PATH}/done`, 303));
      }
      // A mail program's button. It follows no redirects. Source: RFC 8058 §3.1.
      if (!valuesOf(form, "List-Unsubscribe").includes("One-Click")) return brokenLink(c);
      return unsubscribe(c, token, () => c.html(donePage(frame())));
    },
  );
  routes.all("/", (c) => notAllowed(c, { allow: "GET, HEAD, POST", page: missingPage(frame()) }));
  routes.all("*", (c) => c.html(missingPage(frame()), 404));

  return routes;
}
