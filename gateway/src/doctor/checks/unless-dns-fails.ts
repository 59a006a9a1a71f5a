import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { about } from "../finding.ts";
import { whyUnreachable } from "../try-fetch.ts";

/** Returns the finding of a DNS query, or an `unknown` one when the query fails. */
export async function unlessDnsFails(subject: ReturnType<typeof about>, found: Promise<Finding>): Promise<Finding> {
  try {
    return await found;
  } catch (error) {
    return subject.unknown(
      `The DNS cannot be reached: ${whyUnreachable(error)}.`,
      "Try again. If that does not help, check the name servers of this machine.",
    );
  }
}
