import type { DeletedConsent } from "@porchlight/protocol/admin.ts";
import { callAdmin, fetchAdmin } from "./admin.ts";

/** Timeout of everyone's record of consent, in milliseconds. */
const CONSENT_TIMEOUT_MS = 10 * 60_000;

/** Fetches everything that the site has about an address, as a JSON file. Throws as {@link callAdmin} does. */
export async function fetchPersonFile(token: string, email: string): Promise<Blob> {
  return (await callAdmin("people/file", token, { method: "POST", body: { email } })).blob();
}

/**
 * Fetches the record of consent of an address, or of everyone on the list without `email`, as a CSV file. Throws as
 * {@link callAdmin} does.
 */
export async function fetchConsent(token: string, email?: string): Promise<Blob> {
  const options = { method: "POST", body: { format: "csv", email }, timeoutMs: CONSENT_TIMEOUT_MS };
  return (await callAdmin("people/consent", token, options)).blob();
}

/**
 * Deletes the record of consent of an address, and returns how many entries it had. Throws as {@link callAdmin} does,
 * with status 409 if the address is on the list.
 */
export async function deleteConsent(token: string, email: string): Promise<number> {
  const options = { method: "POST", body: { email } };
  return (await fetchAdmin<DeletedConsent>("people/consent/delete", token, options)).deleted;
}
