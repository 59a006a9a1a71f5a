/** The mailing list service's wire, JSONP: the query has the sign-up, the response calls the client's function. */

/** Path for sign-ups of the home dialog. Source: docs/product.md §7, mailing-list service. */
export const MAILING_LIST_PATH = "/mailing-list/subscribe/post-json";

/** A sign-up with the wire's names, exactly as typed. */
export type MailingListSignUp = { EMAIL: string; FNAME: string; LNAME: string };

/**
 * The service's response. `msg` may begin with the index of a field ("0 - Please enter a value"). Mailchimp's `msg` may
 * have markup, which the gateway removes; the site shows it as text. Source: Mailchimp, hosted and embedded forms.
 */
export type MailingListResponse = { result: "success" | "error"; msg: string };

/** Messages of the built-in list that are not in docs/product.md §8. */
export const MAILING_LIST_MESSAGES = {
  invalidName: "Please enter a name of one line, up to 200 characters, without a web address or @",
  tooMany: "Too many sign-ups just now. Please try again in a few minutes.",
  fromElsewhere: "This address takes sign-ups from the form on this site only.",
} as const;

/** Whether a text may be the callback's name: it is one plain identifier, not an expression. */
export function isCallbackName(text: string): boolean {
  return /^[A-Za-z_$][\w$]{0,63}$/.test(text);
}

/**
 * Parses a response without running it: `name({"result":"success","msg":"…"})`, or the bare object. Any result other
 * than "success" is an error.
 *
 * @param callback the requested name
 * @returns undefined for anything else
 */
export function parseMailingListResponse(text: string, callback: string): MailingListResponse | undefined {
  const body = parseBody(text.trim(), callback);
  if (typeof body !== "object" || body === null || !("result" in body && "msg" in body)) return undefined;
  const { result, msg } = body;
  if (typeof result !== "string" || typeof msg !== "string") return undefined;
  return { result: result === "success" ? "success" : "error", msg };
}

/** Parses the argument of the call, or the whole text; undefined for invalid JSON. */
function parseBody(text: string, callback: string): unknown {
  const call = text.endsWith(";") ? text.slice(0, -1) : text;
  const isCall = call.startsWith(`${callback}(`) && call.endsWith(")");
  try {
    return JSON.parse(isCall ? call.slice(callback.length + 1, -1) : text);
  } catch {
    return undefined;
  }
}
