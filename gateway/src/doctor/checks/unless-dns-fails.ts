import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { about } from "../finding.ts";
import { whyUnreachable } from "../try-fetch.ts";

/** What a question to the DNS found, or that nobody answers it. */
export async function unlessDnsFails(subject: ReturnType<typeof about>, found: Promise<Finding>): Promise<Finding> {
  try {
    return await found;
  } catch (error) {
    return subject.unknown(
      `The DNS could not be asked: ${whyUnreachable(error)}.`,
      "Try again; if it stays so, look at the name servers of this machine.",
    );
  }
}
