import {
  MAILING_LIST_PATH,
  type MailingListResponse,
  type MailingListSignUp,
  parseMailingListResponse,
} from "@porchlight/protocol/mailing-list.ts";

/** Timeout in milliseconds: twice the gateway's timeout for the list's provider. */
const TIMEOUT_MS = 20_000;
/** Name of the callback in the response. The site parses the response and never runs it. */
const CALLBACK = "__jp0";

/**
 * Sends a sign-up to the mailing list.
 *
 * @returns the list's response; it may be an error
 * @throws {Error} when the gateway cannot be reached or its response is unreadable
 */
export async function subscribeToMailingList(signUp: MailingListSignUp): Promise<MailingListResponse> {
  const query = new URLSearchParams({ ...signUp, c: CALLBACK });
  const response = await fetch(`${MAILING_LIST_PATH}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const result = parseMailingListResponse(await response.text(), CALLBACK);
  if (!result) throw new Error(`The mailing list responded with status ${response.status}`);
  return result;
}
