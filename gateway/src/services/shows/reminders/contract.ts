/** What a visitor's emails are about: one show, or new shows near a town. */
export type ReminderSubject = { showId: string } | { town: string };

/**
 * The result of a request. It never says whether the address was known. `towns`: the typed name means several towns, or
 * none.
 */
export type RequestResult =
  | { ok: true }
  | { ok: false; reason: "invalid-email" }
  | { ok: false; reason: "no-such-show" }
  | { ok: false; reason: "which-town"; towns: readonly string[] };

/** A consent as the pages behind the links show it. `about` names the show or the town. */
type PendingReminder = { address: string; about: string };

/** Emails about shows that people asked for. The site has none while no mail server is set up. */
export interface Reminders {
  /** Stores a request and sends the email that confirms it. The change is on disk when the promise resolves. */
  request(typedEmail: string, subject: ReminderSubject): Promise<RequestResult>;
  /** What a link confirms; undefined if it is not valid, or no longer valid. */
  find(token: string): PendingReminder | undefined;
  /** @returns whether the request of the link is confirmed now */
  confirm(token: string): Promise<boolean>;
  /** Whether a token is that of a stop link of this site. */
  isStopLink(token: string): boolean;
  /** Ends the emails of a link and deletes the address. @returns whether it is a link of this site */
  stop(token: string): Promise<boolean>;
  /** Sends what is due now. */
  check(): Promise<void>;
  /** Stops after the current email. */
  end(): Promise<void>;
}
