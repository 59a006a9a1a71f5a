import { callAdmin } from "./admin.ts";

/** Timeout of the record of consent of everyone, in milliseconds. */
const CONSENT_TIMEOUT_MS = 10 * 60_000;

/** Fetches everything that the site has about an address, as a JSON file. Throws as {@link callAdmin} does. */
export async function fetchPersonFile(token: string, email: string): Promise<Blob> {
  return (await callAdmin("people/file", token, { method: "POST", body: { email } })).blob();
}

/** Fetches what everyone on the list agreed to, as a CSV file. Throws as {@link callAdmin} does. */
export async function fetchConsent(token: string): Promise<Blob> {
  const options = { method: "POST", body: { format: "csv" }, timeoutMs: CONSENT_TIMEOUT_MS };
  return (await callAdmin("people/consent", token, options)).blob();
}
