import type { CheckUp, EmailFindings, Finding } from "@porchlight/protocol/doctor.ts";
import { fetchAdmin } from "./admin.ts";

/** Timeout in milliseconds. The check waits for every provider and mail server. */
const TIMEOUT_MS = 120_000;

/** Runs a health check, or returns the report of one in the last minute. Throws as {@link fetchAdmin} does. */
export function runCheckUp(token: string, signal: AbortSignal): Promise<CheckUp> {
  return fetchAdmin("doctor", token, { method: "POST", signal, timeoutMs: TIMEOUT_MS });
}

/** How much of an email is sent, in characters. Its headers come first. */
const SOURCE_MAX = 100_000;

/** Finds what the receiver of an email saw. Throws as {@link fetchAdmin} does. */
export async function checkReceivedEmail(token: string, source: string): Promise<Finding[]> {
  const options = { method: "POST", body: { source: source.trimStart().slice(0, SOURCE_MAX) } };
  return (await fetchAdmin<EmailFindings>("doctor/email", token, options)).findings;
}
