import { type MailingListResponse, parseMailingListResponse } from "@porchlight/protocol/mailing-list.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { BodyTooLongError, readAtMost } from "../../http/bounded-body.ts";
import { type CheckedSignUp, checkSignUp } from "./check-sign-up.ts";
import { MailingListError, type MailingListLog, type MailingListService } from "./contract.ts";
import { wordsOf } from "./words-of.ts";

/**
 * Longest that a visitor waits for Mailchimp, in milliseconds. Its own script waits a minute; nobody at a form does.
 */
const TIMEOUT_MS = 10_000;
/** Longest answer that is read, in bytes; real ones have a few hundred. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** The function that answers are asked to call. It is never called: they are read, not run. */
const CALLBACK = "__jp0";

/** The index that Mailchimp gives the last of the fields that are sent: the email has 0, the names 1 and 2. */
const LAST_INDEX = 2;

/** How an audience at Mailchimp is reached. */
export type HostedMailingListOptions = {
  /** The form's address with its own query: `https://….list-manage.com/subscribe/post?u=…&id=…&f_id=…`. */
  subscribeUrl: string;
  log: MailingListLog;
  fetch?: typeof globalThis.fetch;
  /** A signal that fires after so many milliseconds. */
  timeout?: (ms: number) => AbortSignal;
};

/**
 * The mailing list of an audience at Mailchimp, joined as its embedded form does. A sign-up is sent once: asked again,
 * Mailchimp may send a second email of confirmation.
 * Source: mailchimp.com, embedded forms, mc-validate.js.
 */
export function createHostedMailingList(options: HostedMailingListOptions): MailingListService {
  const { subscribeUrl, log, fetch = globalThis.fetch, timeout = AbortSignal.timeout } = options;

  async function ask(address: URL): Promise<MailingListResponse> {
    const response = await fetch(address, { redirect: "manual", signal: timeout(TIMEOUT_MS) });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new MailingListError(`Mailchimp answered with status ${response.status}`);
    }
    const answer = parseMailingListResponse((await readAtMost(response, MAX_ANSWER_BYTES)).toString(), CALLBACK);
    if (!answer) throw new MailingListError("Mailchimp answered with something else than its word on a sign-up");
    return answer;
  }

  return {
    isHosted: true,
    async subscribe(signUp) {
      const checked = checkSignUp(signUp);
      if (!checked.ok) return { result: "error", msg: checked.message };
      const answer = await ask(addressFor(subscribeUrl, checked)).catch((error: unknown) => {
        throw error instanceof MailingListError ? error : unreachable(error);
      });
      // Not a sentence but a wish: that the visitor solves a puzzle on a page of Mailchimp's.
      if (answer.result === "error" && answer.msg === "captcha") {
        log.warn({}, "Mailchimp asks for a captcha and takes no sign-ups; its audience settings can switch that off");
        return { result: "error", msg: MESSAGES.subscribeFailed };
      }
      if (answer.result === "error" && wantsMore(answer.msg)) {
        log.warn(
          {},
          "Mailchimp's audience requires a field that this form does not have; its audience settings can make it optional",
        );
        return { result: "error", msg: MESSAGES.subscribeFailed };
      }
      return { ...answer, msg: wordsOf(answer.msg) };
    },
  };
}

/**
 * Whether a refusal is about a field that nobody here can fill in: one whose index is above those of the email and both
 * names, or one without a value, as every field of our form had one.
 */
function wantsMore(msg: string): boolean {
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

/** Says what happened by its code alone: a message could hold the address that was asked, and with it the fan's. */
function unreachable(error: unknown): MailingListError {
  if (error instanceof BodyTooLongError) return new MailingListError("Mailchimp's answer is longer than any answer is");
  if (!(error instanceof Error)) return new MailingListError("Mailchimp could not be reached");
  if (error.name === "TimeoutError") return new MailingListError("Mailchimp took too long to answer");
  // What a failed connection carries; another error has none of it.
  const { code } = (error.cause ?? {}) as { code?: string };
  return new MailingListError(`Mailchimp could not be reached (${code ?? error.name})`);
}
