import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { about } from "../finding.ts";
import { whyUnreachable } from "../try-fetch.ts";

/** The finding of a DNS query, or `unknown` when the query fails. */
export async function unlessDnsFails(subject: ReturnType<typeof about>, found: Promise<Finding>): Promise<Finding> {
  try {
    return await found;
  } catch (error) {
    return subject.unknown(
      `The DNS cannot be reached: ${whyUnreachable(error)}.`,
      "Try again; if it stays so, look at the name servers of this machine.",
    );
  }
}
