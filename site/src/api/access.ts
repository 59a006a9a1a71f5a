import { AdminApiRefusal } from "./admin.ts";

/**
 * Hands out an access token that is good for a while yet.
 *
 * @throws {Error} when the session has ended or the gateway cannot be reached
 */
export type AccessToken = () => Promise<string>;

/** A refusal of the table interface. Decide on `status` and `code`, never on the text. */
export class TableRefusal extends Error {
  override readonly name = "TableRefusal";
  /** HTTP status. */
  readonly status: number;
  /** PostgREST's or PostgreSQL's code, `42501`; empty when there was none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message === "" ? `The table answered with ${status}` : message);
    this.status = status;
    this.code = code;
  }
}

/** Whether a token is no longer taken, or opens nothing before a second step, so that only signing in again helps. */
export function isSignInOver(error: unknown): boolean {
  if (error instanceof AdminApiRefusal) return error.isAboutSignIn;
  return error instanceof TableRefusal && error.status === 401;
}

/** Whether a route does not exist, as the reports do not for a hosted database. */
export function isMissing(error: unknown): boolean {
  return error instanceof AdminApiRefusal && error.status === 404;
}

/** Whether the same call may work a moment later: the network failed, or the service has trouble of its own. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof AdminApiRefusal || error instanceof TableRefusal)) return true;
  return error.status === 429 || error.status >= 500;
}
