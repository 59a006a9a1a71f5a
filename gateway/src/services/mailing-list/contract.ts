import type { MailingListResponse, MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";

/** A mailing list service: accepts sign-ups. */
export interface MailingListService {
  /**
   * @returns the service's result and message; a rejected sign-up is a result, not an error
   * @throws {MailingListError} the provider could not be reached or sent an invalid response
   * @throws {ProviderError} the same failures, if a provider stores the site's own list
   */
  subscribe(signUp: MailingListSignUp): Promise<MailingListResponse>;
  readonly isHosted: boolean;
}

/** The mailing list's provider failed. The message does not name a subscriber, so it can be logged. */
export class MailingListError extends Error {
  override readonly name = "MailingListError";
}

/** A log for the mailing list; pino's logger fits. */
export type MailingListLog = { warn: (fields: object, message: string) => void };
