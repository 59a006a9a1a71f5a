/** A checked sign-up: a normalised email, trimmed names or null. */
export type SignUp = {
  email: string;
  source: "website-footer" | "website-dialog";
  first_name: string | null;
  last_name: string | null;
};

/** The subscriber list, as the site's forms and links use it, in any service that stores it. */
export interface SubscriberList {
  /**
   * Adds an address to the list; an address that is on it does not change. An address that unsubscribed or was removed,
   * or another spelling of its mailbox, has to confirm by the link in an email. When no email can be sent, it is active
   * again at once. Stored names never change. The change is on disk when this resolves.
   *
   * @returns "joined" also when a confirmation email is sent, and "already-subscribed" until it is confirmed, so that a
   *   caller learns nothing about the address
   */
  signUp(signUp: SignUp): Promise<"joined" | "already-subscribed">;
  /**
   * Unsubscribes an address; its row stays. Does nothing for unknown and removed addresses, and nobody can tell them
   * apart. The change is on disk when this resolves.
   */
  unsubscribe(email: string): Promise<void>;
}
