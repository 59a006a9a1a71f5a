import {
  MAILING_LIST_PATH,
  type MailingListAnswer,
  type MailingListSignUp,
  parseAnswer,
} from "@porchlight/protocol/mailing-list.ts";

/** Longest a visitor is kept waiting, in milliseconds: twice what the gateway gives the list's provider. */
const TIMEOUT_MS = 20_000;
/** The function that the answer is asked to call. It is never called: the answer is read, not run. */
const CALLBACK = "__jp0";

/**
 * Sends a sign-up to the mailing list, whichever keeps it.
 *
 * @returns the list's word on it; a refusal is an answer
 * @throws {Error} when the gateway cannot be reached, or answers something unreadable
 */
export async function subscribeToMailingList(signUp: MailingListSignUp): Promise<MailingListAnswer> {
  const query = new URLSearchParams({ ...signUp, c: CALLBACK });
  const response = await fetch(`${MAILING_LIST_PATH}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const answer = parseAnswer(await response.text(), CALLBACK);
  if (!answer) throw new Error(`The mailing list answered with status ${response.status}`);
  return answer;
}
