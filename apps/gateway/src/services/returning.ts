/** The way back onto the list for addresses that left it or were removed, by the link of a confirmation email. */
export interface Returning {
  /** The address of a link's token, partly hidden; undefined for every text that is no token, and for one too old. */
  hiddenAddressOf(token: string): string | undefined;
  /**
   * Brings the address of a token back. Stored for good when it settles.
   *
   * @returns whether it is on the list now
   */
  comeBack(token: string): Promise<boolean>;
}
