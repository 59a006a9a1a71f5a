/** A checked sign-up: a normalised email, trimmed names or null. */
export type SignUp = {
  email: string;
  source: "website-footer" | "website-dialog";
  first_name: string | null;
  last_name: string | null;
  /** Path of the page with the form, if it is known. */
  page?: string | undefined;
};

/** The subscriber list, as the site's forms and links use it, in any service that stores it. */
export interface SubscriberList {
  /**
   * Adds an address to the list. An address that is on the list already does not change. The gateway sends an email
   * with a link to confirm if the mailbox has unsubscribed or was removed, or if several of its spellings are on the
   * list; and to everybody if the owner wants each sign-up confirmed. If the gateway cannot send emails, an address that was on the list is active again at once. Stored names never
   * change. The change is on disk when the promise resolves.
   *
   * @returns "joined" even when a link was sent. A second sign-up gets "already-subscribed", even before the link is
   *   used, so the result never reveals who unsubscribed. If each sign-up is confirmed, the first one of an address
   *   that is on the list gets "joined" too, so the result does not reveal who is on the list either
   */
  signUp(signUp: SignUp): Promise<"joined" | "already-subscribed">;
  /**
   * Unsubscribes an address; its row stays. An unknown or removed address changes nothing, and the caller cannot tell
   * the difference. The change is on disk when the promise resolves.
   */
  unsubscribe(email: string): Promise<void>;
}
