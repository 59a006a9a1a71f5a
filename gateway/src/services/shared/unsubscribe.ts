/** Unsubscribing by the links in emails, for any service that stores the list. */
export interface UnsubscribeService {
  /**
   * Returns the address of a token, partly hidden, because people forward emails together with their links. The address
   * need not be on the list. Returns undefined for any text that is not a token of this list.
   */
  hiddenAddressOf(token: string): Promise<string | undefined>;
  /**
   * Unsubscribes the address of a token; its row stays. An unknown or removed address changes nothing, and the caller
   * cannot tell the difference. The change is on disk when the promise resolves.
   *
   * @returns whether the token belongs to this list
   */
  unsubscribe(token: string): Promise<boolean>;
}

/** Hides an address so that only its owner recognises it: "a•••@example.com". A hidden address stays as it is. */
export function partlyHidden(email: string): string {
  const at = email.lastIndexOf("@");
  // By visible characters, so that no emoji or accent is cut in half.
  const [first] = new Intl.Segmenter().segment(email.slice(0, at));
  return `${first?.segment ?? ""}•••${email.slice(at)}`;
}
