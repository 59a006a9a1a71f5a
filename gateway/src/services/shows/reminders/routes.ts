import { REMINDERS_PATH } from "@porchlight/protocol/reminders.ts";
import { type Context, Hono } from "hono";
import { isFromOwnPage } from "../../../http/from-own-page.ts";
import { limitBody } from "../../../http/limit-body.ts";
import type { SignUpLimit } from "../../../http/sign-up-limit.ts";
import type { Client } from "../../shared/caller.ts";
import { createLinkPages, type LinkPagesOptions, missingPage, noFormPage } from "../../shared/link-pages/link-pages.ts";
import { FORM_MAX_BYTES, onlyToken, readForm, valuesOf } from "../../shared/link-pages/token-form.ts";
import type { ReminderSubject, Reminders } from "./contract.ts";
import { confirmPage, DONE_PAGES, notStoppedPage, problemPage, stopPage, townsPage } from "./pages.ts";

/** Maximum length of what a form may name, in characters: an email, a town, the id of a show. */
const FIELD_MAX_LENGTH = 300;

type ReminderRoutesOptions = LinkPagesOptions & {
  reminders: Reminders;
  publicUrl: string;
  /** Limits requests by client and email; undefined when limits are off. */
  limit?: SignUpLimit | undefined;
};

/**
 * The forms "Remind me" and "Tell me when you play near", and the links in their emails, mounted at `/reminders`. They
 * need no script. Only forms change anything, so programs that open every link of an email do not.
 */
export function createReminderRoutes({ reminders, publicUrl, limit, ...options }: ReminderRoutesOptions): Hono {
  const { routes, frame, tryAgain, notAllowed } = createLinkPages(options, `${REMINDERS_PATH}/reminders.css`);
  const limited = new Hono<{ Variables: { client: Client } }>();
  const say = (c: Context, problem: Parameters<typeof problemPage>[1], status: 400 | 404 | 410 | 429) =>
    c.html(problemPage(frame(), problem), status);
  const deadLink = (c: Context) => say(c, "deadLink", 410);
  const onlyForms = limitBody(FORM_MAX_BYTES, (c) => c.html(noFormPage(frame()), 413));
  const failed = (c: Context, error: unknown) =>
    tryAgain(c, error, {
      what: "a reminder could not be stored",
      page: problemPage(frame(), "notStored"),
    });

  for (const [path, page] of Object.entries(DONE_PAGES)) {
    routes.get(path, (c) => c.html(page(frame())));
    routes.all(path, (c) => notAllowed(c, { allow: "GET, HEAD", page: missingPage(frame()) }));
  }

  limited.post("/", onlyForms, async (c) => {
    // Another site's page must not use up the limits of its visitors, or make them send emails.
    if (!isFromOwnPage(c.req, publicUrl)) return c.html(noFormPage(frame()), 403);
    const form = await readForm(c);
    if (form === undefined) return c.html(noFormPage(frame()), 415);
    const email = onlyField(form, "email") ?? "";
    const subject = readSubject(form);
    if (subject === undefined) return c.html(noFormPage(frame()), 400);
    const allowed = limit?.(c.get("client").key, email) ?? { ok: true };
    if (!allowed.ok) {
      c.header("Retry-After", String(allowed.retryAfterSeconds));
      return say(c, "tooMany", 429);
    }
    try {
      const result = await reminders.request(email, subject);
      // Redirects to another page, so that a reload does not send the form again.
      if (result.ok) return c.redirect(`${REMINDERS_PATH}/asked`, 303);
      if (result.reason === "invalid-email") return say(c, "invalidEmail", 400);
      if (result.reason === "no-such-show") return say(c, "noSuchShow", 410);
      if (result.towns.length === 0) return say(c, "noSuchTown", 404);
      return c.html(townsPage(frame(), email, result.towns));
    } catch (error) {
      return failed(c, error);
    }
  });
  routes.route("/", limited);
  routes.all("/", (c) => notAllowed(c, { allow: "POST", page: missingPage(frame()) }));

  routes.get("/confirm", (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    const found = token === undefined ? undefined : reminders.find(token);
    if (token === undefined || !found) return deadLink(c);
    return c.html(confirmPage(frame(), token, found));
  });
  routes.post("/confirm", onlyForms, async (c) => {
    const form = await readForm(c);
    if (form === undefined) return c.html(noFormPage(frame()), 415);
    const token = onlyToken(valuesOf(form, "t"));
    if (token === undefined) return deadLink(c);
    try {
      return (await reminders.confirm(token)) ? c.redirect(`${REMINDERS_PATH}/confirmed`, 303) : deadLink(c);
    } catch (error) {
      return failed(c, error);
    }
  });
  routes.all("/confirm", (c) => notAllowed(c, { allow: "GET, HEAD, POST", page: missingPage(frame()) }));

  routes.get("/stop", (c) => {
    const token = onlyToken(c.req.queries("t") ?? []);
    if (token === undefined || !reminders.isStopLink(token)) return deadLink(c);
    return c.html(stopPage(frame(), token));
  });
  routes.post("/stop", onlyForms, async (c) => {
    const form = await readForm(c);
    if (form === undefined) return c.html(noFormPage(frame()), 415);
    const inAddress = c.req.queries("t") ?? [];
    const token = onlyToken([...inAddress, ...valuesOf(form, "t")]);
    if (token === undefined) return deadLink(c);
    // A mail program's button. It follows no redirects. Source: RFC 8058 §3.1.
    const isOneClick = inAddress.length > 0;
    if (isOneClick && !valuesOf(form, "List-Unsubscribe").includes("One-Click")) return deadLink(c);
    try {
      if (!(await reminders.stop(token))) return deadLink(c);
      return isOneClick ? c.html(DONE_PAGES["/stopped"](frame())) : c.redirect(`${REMINDERS_PATH}/stopped`, 303);
    } catch (error) {
      return tryAgain(c, error, {
        what: "stopping a reminder failed",
        page: notStoppedPage(frame(), token),
      });
    }
  });
  routes.all("/stop", (c) => notAllowed(c, { allow: "GET, HEAD, POST", page: missingPage(frame()) }));
  routes.all("*", (c) => c.html(missingPage(frame()), 404));

  return routes;
}

function readSubject(form: FormData): ReminderSubject | undefined {
  const showId = onlyField(form, "show");
  const town = onlyField(form, "town");
  if (showId !== undefined) return town === undefined ? { showId } : undefined;
  return town === undefined ? undefined : { town };
}

/** The value of a field that was sent once, and is not too long. */
function onlyField(form: FormData, name: string): string | undefined {
  const [value, ...more] = valuesOf(form, name);
  return more.length > 0 || value === undefined || value.length > FIELD_MAX_LENGTH ? undefined : value;
}
