import type { DataFile } from "../../../data/data-file.ts";
import type { Audit } from "../../shared/audit.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";
import type { Guesses } from "./guess-limit.ts";
import type { TokenResponse } from "./session-response.ts";
import type { IssuedSession } from "./sessions.ts";
import type { UserRecords } from "./user-records.ts";

/** Dependencies of the endpoints. */
export type AuthContext = {
  data: DataFile;
  /** Address of the site without a slash at its end. */
  publicUrl: string;
  /** The artist's current name. */
  artistName: () => string;
  clock: () => Date;
  userRecords: UserRecords;
  guesses: Guesses;
  audit: Audit;
  sendEmail: SendEmail;
  /** Signs the tokens of a session that has begun, was refreshed or passed a second step. */
  tokenResponse: (issued: IssuedSession) => Promise<TokenResponse>;
  /** Runs work after the response and logs its error. */
  later: (work: () => Promise<void>) => void;
};
