import { AdminRequestError } from "./admin.ts";

/**
 * Returns an access token that stays valid for a while.
 *
 * @throws {Error} when the session has ended or the gateway cannot be reached
 */
export type AccessToken = () => Promise<string>;

/** An error of the table interface. Decide on `status` and `code`, never on the message. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly status: number;
  /** PostgREST's or PostgreSQL's code, such as `42501`; may be empty. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message === "" ? `The table responded with status ${status}` : message);
    this.status = status;
    this.code = code;
  }
}

/** Whether the token has expired or needs a second factor, so that the owner has to sign in again. */
export function isSignInOver(error: unknown): boolean {
  if (error instanceof AdminRequestError) return error.isAboutSignIn;
  return error instanceof TableError && error.status === 401;
}

/** Whether the gateway has no such route. For example, it has no reports if the list is hosted. */
export function isMissing(error: unknown): boolean {
  return error instanceof AdminRequestError && error.status === 404;
}

/** Whether a retry may succeed: the network failed, or the service responded with 429 or a server error. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof AdminRequestError || error instanceof TableError)) return true;
  return error.status === 429 || error.status >= 500;
}
