import { type MailingListResponse, parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { BodyTooLongError, readAtMost } from "../../http/bounded-body.ts";
import { type CheckedSignUp, checkSignUp } from "./check-sign-up.ts";
import { MailingListError, type MailingListLog, type MailingListService } from "./contract.ts";
import { htmlToText } from "./html-to-text.ts";

/** How long a visitor waits for Mailchimp, in milliseconds. Mailchimp's script waits a minute, which is too long. */
const TIMEOUT_MS = 10_000;
/** Maximum size of a response, in bytes; real ones have a few hundred. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** The JSONP callback of our requests. It is never called, because we parse the response instead of running it. */
const CALLBACK = "__jp0";

/** Mailchimp's index of our last field: the email has 0, the names have 1 and 2. */
const LAST_INDEX = 2;

export type HostedMailingListOptions = {
  /** The form's address with its own query: `https://….list-manage.com/subscribe/post?u=…&id=…&f_id=…`. */
  subscribeUrl: string;
  log: MailingListLog;
  fetch?: typeof globalThis.fetch;
  /** Creates a signal that fires after `ms`. */
  timeout?: (ms: number) => AbortSignal;
};

/**
 * Adds sign-ups to a Mailchimp audience as its embedded form does. Sends each sign-up only once, because after a retry
 * Mailchimp might send a second confirmation email.
 * Source: mailchimp.com, embedded forms, mc-validate.js.
 */
export function createHostedMailingList(options: HostedMailingListOptions): MailingListService {
  const { subscribeUrl, log, fetch = globalThis.fetch, timeout = AbortSignal.timeout } = options;

  async function send(address: URL): Promise<MailingListResponse> {
    const response = await fetch(address, { redirect: "manual", signal: timeout(TIMEOUT_MS) });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new MailingListError(`Mailchimp answered with status ${response.status}`);
    }
    const parsed = parseMailingListResponse((await readAtMost(response, MAX_RESPONSE_BYTES)).toString(), CALLBACK);
    if (!parsed) throw new MailingListError("Mailchimp's response is not valid");
    return parsed;
  }

  return {
    isHosted: true,
    async subscribe(signUp) {
      const checked = checkSignUp(signUp);
      if (!checked.ok) return { result: "error", msg: checked.message };
      const response = await send(addressFor(subscribeUrl, checked)).catch((error: unknown) => {
        throw error instanceof MailingListError ? error : toMailingListError(error);
      });
      // This message is not for the visitor. It means that Mailchimp wants to show a captcha on its own page.
      if (response.result === "error" && response.msg === "captcha") {
        log.warn({}, "Mailchimp requires a captcha and accepts no sign-ups; its audience settings can switch that off");
        return { result: "error", msg: MESSAGES.subscribeFailed };
      }
      if (response.result === "error" && requiresOtherField(response.msg)) {
        log.warn(
          {},
          "Mailchimp's audience requires a field that this form does not have; its audience settings can make it optional",
        );
        return { result: "error", msg: MESSAGES.subscribeFailed };
      }
      return { ...response, msg: htmlToText(response.msg) };
    },
  };
}

/**
 * Whether an error is about a field that our form does not have: its index is above those of the email and the names,
 * or the message says that a value is missing. We send a value for each of our fields.
 */
function requiresOtherField(msg: string): boolean {
  const index = /^(\d{1,3}) - /.exec(msg)?.[1];
  return Number(index ?? 0) > LAST_INDEX || /^(?:\d{1,3} - )?Please enter a value/.test(msg);
}

function addressFor(subscribeUrl: string, signUp: Extract<CheckedSignUp, { ok: true }>): URL {
  const address = new URL(subscribeUrl);
  address.pathname = address.pathname.replace(/\/post$/, "/post-json");
  const { searchParams } = address;
  searchParams.set("EMAIL", signUp.email);
  searchParams.set("FNAME", signUp.firstName);
  searchParams.set("LNAME", signUp.lastName);
  searchParams.set("c", CALLBACK);
  return address;
}

/** Uses only the code of an error, because its message may contain the request's address with the fan's email. */
function toMailingListError(error: unknown): MailingListError {
  if (error instanceof BodyTooLongError) return new MailingListError("Mailchimp's response is too long");
  if (!(error instanceof Error)) return new MailingListError("Mailchimp could not be reached");
  if (error.name === "TimeoutError") return new MailingListError("Mailchimp took too long to answer");
  // The cause of a failed connection has a code; other errors have none.
  const { code } = (error.cause ?? {}) as { code?: string };
  return new MailingListError(`Mailchimp could not be reached (${code ?? error.name})`);
}
