import type { Context, Hono } from "hono";
import { limitBody } from "../../http/limit-body.ts";
import { createLinkPages, type LinkPagesOptions, missingPage, noFormPage } from "../shared/link-pages/link-pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "../shared/link-pages/token-form.ts";
import { RETURN_PATH, type Returning } from "../shared/resubscribe.ts";
import { confirmedPage, confirmPage, deadLinkPage, notConfirmedPage } from "./return-pages.ts";

type ReturnRoutesOptions = LinkPagesOptions & { returning: Returning };

/**
 * Pages that confirm a sign-up, mounted at `/confirm`. They need no script. The link in
 * the email opens a page with a form. Only the form confirms, so programs that check links do not.
 */
export function createReturnRoutes({ returning, ...options }: ReturnRoutesOptions): Hono {
  const { routes, frame, tryAgain, notAllowed } = createLinkPages(options, `${RETURN_PATH}/confirm.css`);
  const deadLink = (c: Context) => c.html(deadLinkPage(frame()), 410);
  const failed = (c: Context, error: unknown, token: string) =>
    tryAgain(c, error, {
      what: "a sign-up could not be confirmed",
      page: notConfirmedPage(frame(), token),
    });

  routes.get("/done", (c) => c.html(confirmedPage(frame())));
  routes.all("/done", (c) => notAllowed(c, { allow: "GET, HEAD", page: missingPage(frame()) }));

  routes.get("/", async (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    if (token === undefined) return deadLink(c);
    try {
      const found = await returning.findSignUp(token);
      if (found === undefined) return deadLink(c);
      const { hiddenAddress: address, isReturn } = found;
      return c.html(confirmPage(frame(), { token, address, isReturn }));
    } catch (error) {
      return failed(c, error, token);
    }
  });

  routes.post(
    "/",
    limitBody(FORM_MAX_BYTES, (c) => c.html(noFormPage(frame()), 413)),
    async (c) => {
      const form = await readForm(c);
      if (form === undefined) return c.html(noFormPage(frame()), 415);
      const token = onlyToken(valuesOf(form, "t"));
      if (token === undefined) return deadLink(c);
      try {
        // Redirects to another page, so that a reload does not send the form again.
        return (await returning.confirm(token)) ? c.redirect(`${RETURN_PATH}/done`, 303) : deadLink(c);
      } catch (error) {
        return failed(c, error, token);
      }
    },
  );
  routes.all("/", (c) => notAllowed(c, { allow: "GET, HEAD, POST", page: missingPage(frame()) }));
  routes.all("*", (c) => c.html(missingPage(frame()), 404));

  return routes;
}
