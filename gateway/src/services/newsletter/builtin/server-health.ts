/**
 * How the mail server does, for all newsletters together. The counts are of results in a row, and an accepted email sets
 * them to 0.
 */
export type ServerHealth = {
  /** Emails in doubt. */
  doubts: number;
  /** Refused sign-ins or senders, each with a pause after it. */
  rejections: number;
  /** Failures, each with a pause after it. */
  failures: number;
  /** Nothing is tried before this time of the steady clock. */
  waitUntil: number;
};

/** Of a server that has not failed. */
export const HEALTHY: Readonly<ServerHealth> = { doubts: 0, rejections: 0, failures: 0, waitUntil: 0 };
