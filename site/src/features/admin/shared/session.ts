/** Thrown by calls of the dashboard once the sign-in has ended; the login shows by then. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** The owner's sign-in, as the parts of the dashboard use it. */
export type AdminSession = {
  email: string;
  /** The id that `/admin/api/sessions` knows this sign-in by. */
  id: string;
  /**
   * An access token that is good for a while yet; one that is about to run out is refreshed first.
   *
   * @throws {SignedOut} when the session has ended
   * @throws {Error} when the gateway cannot be reached
   */
  accessToken: () => Promise<string>;
  /** Called when the gateway rejects a token that should be valid. Checks the sign-in, and leads to the login if it ended. */
  onRejected: () => void;
  /** Ends this session and leads to the login. */
  signOut: () => Promise<void>;
};
