import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { callAdmin } from "./admin.ts";

/** Each provider and mail server may take its time, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** Makes a check-up of the site, or gets the one of the last minute. Throws as {@link callAdmin} does. */
export async function runCheckUp(token: string, signal: AbortSignal): Promise<CheckUp> {
  const response = await callAdmin("doctor", token, { method: "POST", signal, timeoutMs: TIMEOUT_MS });
  // Our own gateway of the same release answers.
  return (await response.json()) as CheckUp;
}
