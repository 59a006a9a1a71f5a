/** The mailing list's wire: a question in an address, an answer inside a call of the asker's function. */

/** Where sign-ups of the home dialog go on our origin. Source: docs/product.md §7, mailing-list service. */
export const MAILING_LIST_PATH = "/mailing-list/subscribe/post-json";

/** A sign-up in the words of the wire, as it was typed: nothing trimmed, nothing checked. */
export type MailingListSignUp = { EMAIL: string; FNAME: string; LNAME: string };

/**
 * The service's answer. `msg` may begin with the index of a field ("0 - Please enter a value"), and at Mailchimp hold
 * markup, of which the gateway hands on the words; it is shown as text. Source: Mailchimp, hosted and embedded forms.
 */
export type MailingListAnswer = { result: "success" | "error"; msg: string };

/** What our own list says beside the sentences of docs/product.md §8. */
export const MAILING_LIST_MESSAGES = {
  invalidName: "Please enter a name of one line, up to 200 characters, without a web address or @",
  tooMany: "Too many sign-ups just now. Please try again in a few minutes.",
  fromElsewhere: "This address takes sign-ups from the form on this site only.",
} as const;

/** Whether a text may be the name of the function that an answer calls: one plain identifier, never an expression. */
export function isCallbackName(text: string): boolean {
  return /^[A-Za-z_$][\w$]{0,63}$/.test(text);
}

/**
 * Reads an answer without running it: `name({"result":"success","msg":"…"})`, or the bare object. Whatever result is no
 * success is a refusal.
 *
 * @param callback the name that was asked for
 * @returns undefined for anything else
 */
export function parseAnswer(text: string, callback: string): MailingListAnswer | undefined {
  const body = jsonIn(text.trim(), callback);
  if (typeof body !== "object" || body === null || !("result" in body && "msg" in body)) return undefined;
  const { result, msg } = body;
  if (typeof result !== "string" || typeof msg !== "string") return undefined;
  return { result: result === "success" ? "success" : "error", msg };
}

/** What the call hands over, or the bare text, as JSON; undefined when it is none. */
function jsonIn(text: string, callback: string): unknown {
  const call = text.endsWith(";") ? text.slice(0, -1) : text;
  const isCall = call.startsWith(`${callback}(`) && call.endsWith(")");
  try {
    return JSON.parse(isCall ? call.slice(callback.length + 1, -1) : text);
  } catch {
    return undefined;
  }
}
