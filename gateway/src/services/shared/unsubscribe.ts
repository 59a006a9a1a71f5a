/** Unsubscribing by the links in emails, for any service that stores the list. */
export interface UnsubscribeService {
  /**
   * The address that a link's token was made for, by {@link partlyHidden}, whether or not it is on the list; undefined
   * for every text that is no token of this list. Emails are passed on, and with them their links.
   */
  hiddenAddressOf(token: string): Promise<string | undefined>;
  /**
   * Lets the address of a token leave: its row stays, as unsubscribed. Unknown and removed addresses are passed over,
   * and told apart by nobody. Stored for good when it settles.
   *
   * @returns whether the token was one of this list
   */
  leave(token: string): Promise<boolean>;
}

/** Enough of an address for its owner to know it by: "a•••@example.com". What is hidden already stays as it is. */
export function partlyHidden(email: string): string {
  const at = email.lastIndexOf("@");
  // By signs as people see them, so that none is cut in half.
  const [first] = new Intl.Segmenter().segment(email.slice(0, at));
  return `${first?.segment ?? ""}•••${email.slice(at)}`;
}
