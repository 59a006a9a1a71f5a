/** Unsubscribing by the links in emails, for any service that stores the list. */
export interface UnsubscribeService {
  /**
   * The address of a token, partly hidden: people forward emails, and with them the links. The address need not be on
   * the list. Undefined for any text that is not a token of this list.
   */
  hiddenAddressOf(token: string): Promise<string | undefined>;
  /**
   * Unsubscribes the address of a token; its row stays. Does nothing for unknown and removed addresses, and nobody can
   * tell them apart. The change is on disk when this resolves.
   *
   * @returns whether the token belongs to this list
   */
  unsubscribe(token: string): Promise<boolean>;
}

/** Hides an address so that only its owner recognises it: "a•••@example.com". A hidden address does not change. */
export function partlyHidden(email: string): string {
  const at = email.lastIndexOf("@");
  // By visible characters, so that no emoji or accent is cut in half.
  const [first] = new Intl.Segmenter().segment(email.slice(0, at));
  return `${first?.segment ?? ""}•••${email.slice(at)}`;
}
