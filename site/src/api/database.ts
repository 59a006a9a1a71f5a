import { sendWithConfig } from "./config.ts";

/** Error body of the database service, PostgREST's shape. Decide on `code`, never on the message. */
type DatabaseError = { code: string; message: string; details: string | null; hint: string | null };

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 20_000;

/**
 * Inserts one row as an anonymous visitor, who may not read it afterwards.
 *
 * @returns the error body when the service rejects the row
 * @throws {Error} for a network failure, a server error or an unreadable response
 */
export async function insertRow(
  table: string,
  row: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ error?: DatabaseError }> {
  const response = await sendWithConfig(({ database }) =>
    fetch(`/rest/v1/${table}`, {
      method: "POST",
      headers: {
        apikey: database.anonKey,
        Authorization: `Bearer ${database.anonKey}`,
        "Content-Type": "application/json",
        Prefer: "return=minimal",
        ...headers,
      },
      body: JSON.stringify(row),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  if (response.ok) return {};
  if (response.status >= 500) throw new Error(`The database responded with status ${response.status}`);
  const body: unknown = await response.json();
  if (!isDatabaseError(body)) throw new Error("The response of the database is not an error body");
  return { error: body };
}

function isDatabaseError(body: unknown): body is DatabaseError {
  return typeof body === "object" && body !== null && "code" in body && typeof body.code === "string";
}
