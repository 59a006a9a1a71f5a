import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { fetchAdmin } from "./admin.ts";

/** Timeout in milliseconds. The check waits for every provider and mail server. */
const TIMEOUT_MS = 120_000;

/** Runs a health check, or returns the report of one in the last minute. Throws as {@link fetchAdmin} does. */
export function runCheckUp(token: string, signal: AbortSignal): Promise<CheckUp> {
  return fetchAdmin("doctor", token, { method: "POST", signal, timeoutMs: TIMEOUT_MS });
}
