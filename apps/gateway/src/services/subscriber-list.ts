/** A visitor's own sign-up, checked: an email that is shaped like one, lower-case; names trimmed, null where not told. */
export type SignUp = {
  email: string;
  source: "website-footer" | "website-dialog";
  first_name: string | null;
  last_name: string | null;
};

/** What the forms and links of the site do to the list of subscribers, whichever service keeps it. */
export interface SubscriberList {
  /**
   * Puts an address on the list. One that had left, or that the owner had removed, joins anew; one that is on it stays
   * as it is. Stored for good when it settles.
   *
   * @returns whether it joined
   */
  signUp(signUp: SignUp): Promise<"joined" | "already-subscribed">;
  /**
   * Lets an address leave: its row stays, as unsubscribed. Unknown and removed addresses are passed over, and told
   * apart by nobody. Stored for good when it settles.
   */
  leave(email: string): Promise<void>;
}
