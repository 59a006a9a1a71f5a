/** A visitor's own sign-up, checked: an email that is normalised; names trimmed, null where not told. */
export type SignUp = {
  email: string;
  source: "website-footer" | "website-dialog";
  first_name: string | null;
  last_name: string | null;
};

/** What the forms and links of the site do to the list of subscribers, whichever service keeps it. */
export interface SubscriberList {
  /**
   * Puts an address on the list; one that is on it stays as it is. One whose mailbox left, or
   * that the owner removed, waits for the link in a confirmation email where email can be sent, and joins anew where it
   * cannot. Its stored names stay.
   * Stored for good when it settles.
   *
   * @returns "joined" for an address that waits as well, and "already-subscribed" once it waits, so that no caller can
   *   tell them apart
   */
  signUp(signUp: SignUp): Promise<"joined" | "already-subscribed">;
  /**
   * Lets an address leave: its row stays, as unsubscribed. Unknown and removed addresses are passed over, and told
   * apart by nobody. Stored for good when it settles.
   */
  leave(email: string): Promise<void>;
}
