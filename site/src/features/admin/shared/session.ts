/** Calls of the dashboard throw this after the session has ended. Then the login is shown. */
export class SignedOut extends Error {
  override readonly name = "SignedOut";
}

/** The owner's session for the parts of the dashboard. */
export type AdminSession = {
  email: string;
  /** Id of the session in `/admin/api/sessions`. */
  id: string;
  /**
   * Returns an access token that stays valid for a while. Refreshes it first if needed.
   *
   * @throws {SignedOut} when the session has ended
   * @throws {Error} when the gateway cannot be reached
   */
  accessToken: () => Promise<string>;
  /**
   * Called when the gateway rejects a token that should be valid. Checks the session, and leads to the login if it has
   * ended.
   */
  onRejected: () => void;
  /** Ends this session and leads to the login. */
  signOut: () => Promise<void>;
};
