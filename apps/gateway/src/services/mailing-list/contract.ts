/** A sign-up as the form sent it: nothing trimmed, nothing checked. */
export type MailingListSignUp = { EMAIL: string; FNAME: string; LNAME: string };

/**
 * The service's answer. `msg` may hold markup and begin with the index of a field ("0 - Please enter a value"); it is
 * shown as text. Source: Mailchimp, hosted and embedded forms.
 */
export type MailingListAnswer = { result: "success" | "error"; msg: string };

/** What we ask of any mailing list: to take a sign-up. */
export interface MailingListService {
  /**
   * @returns the service's word on it; a refusal is an answer
   * @throws {MailingListError} the provider could not be reached, or did not answer in its own form
   */
  subscribe(signUp: MailingListSignUp): Promise<MailingListAnswer>;
  readonly isHosted: boolean;
}

/** The mailing list's provider did not answer. */
export class MailingListError extends Error {
  override readonly name = "MailingListError";
}
