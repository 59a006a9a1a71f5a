import type { DataFile } from "../../../data/data-file.ts";
import type { Audit } from "../../shared/audit.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";
import type { Guesses } from "./guess-limit.ts";
import type { TokenAnswer } from "./session-response.ts";
import type { IssuedSession } from "./sessions.ts";
import type { UserRecords } from "./user-records.ts";

/** What the endpoints of the built-in auth service work with. */
export type AuthContext = {
  data: DataFile;
  /** Address of the site without a slash at its end. */
  publicUrl: string;
  /** The artist as they are called now. */
  artistName: () => string;
  clock: () => Date;
  belongings: UserRecords;
  guesses: Guesses;
  audit: Audit;
  sendEmail: SendEmail;
  /** Signs what somebody gets who signed in, refreshed or passed a second step. */
  tokenAnswer: (issued: IssuedSession) => Promise<TokenAnswer>;
  /** Lets work go on after the answer; an error in it is logged. */
  later: (work: () => Promise<void>) => void;
};
