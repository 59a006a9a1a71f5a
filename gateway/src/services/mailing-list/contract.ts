import type { MailingListResponse, MailingListSignUp } from "@porchlight/protocol/mailing-list.ts";

/** What we ask of any mailing list: to take a sign-up. */
export interface MailingListService {
  /**
   * @returns the service's word on it; a refusal is an answer
   * @throws {MailingListError} the provider could not be reached, or did not answer in its own form
   * @throws {ProviderError} the same, where the site's own list is at a provider
   */
  subscribe(signUp: MailingListSignUp): Promise<MailingListResponse>;
  readonly isHosted: boolean;
}

/** The mailing list's provider did not answer. The message names no subscriber, so that it can be logged. */
export class MailingListError extends Error {
  override readonly name = "MailingListError";
}

/** What a mailing list reports while it works; pino's logger fits. */
export type MailingListLog = { warn: (fields: object, message: string) => void };
