/** The way out of the list for fans, by the links in their letters, whichever service keeps the list. */
export interface Leaving {
  /**
   * The address that a link's token was made for, whether or not it is on the list; undefined for every text that is
   * no token of this list.
   */
  addressOf(token: string): Promise<string | undefined>;
  /**
   * Lets the address of a token leave: its row stays, as unsubscribed. Unknown and removed addresses are passed over,
   * and told apart by nobody. Stored for good when it settles.
   *
   * @returns whether the token was one of this list
   */
  leave(token: string): Promise<boolean>;
}
