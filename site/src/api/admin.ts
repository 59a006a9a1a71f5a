import type { AdminApiError, AuditLog, DeletedReminders, Sessions } from "@porchlight/protocol/admin.ts";

/** An error of `/admin/api`. Decide on `status` and `code`, never on the message. */
export class AdminRequestError extends Error {
  override readonly name = "AdminRequestError";
  readonly status: number;
  readonly code: string;
  /** The whole body of the response. Some errors say more than a code and a message. */
  readonly body: AdminApiError;

  constructor(status: number, body: AdminApiError) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.body = body;
  }

  /** Whether the token's session has ended or lacks its second factor. */
  get isAboutSignIn(): boolean {
    return this.status === 401 || (this.status === 403 && this.code === "insufficient_aal");
  }
}

/** Default timeout, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** @property keepalive whether the request outlives the page; browsers allow that of small bodies */
export type AdminCall = {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
  keepalive?: boolean;
};

/**
 * Sends a request to `/admin/api`, a GET by default.
 *
 * @param path below `/admin/api/`
 * @param token an admin's access token
 * @throws {AdminRequestError} for an error response
 * @throws {Error} when the gateway cannot be reached
 */
export async function callAdmin(
  path: string,
  token: string,
  { method = "GET", headers, body, signal, timeoutMs = TIMEOUT_MS, keepalive = false }: AdminCall = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`/admin/api/${path}`, {
    method,
    headers: {
      ...headers,
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    signal: signal ? abortWithFirst(signal, timeout) : timeout,
  });
  if (response.ok) return response;
  throw new AdminRequestError(response.status, await readError(response));
}

/** Calls {@link callAdmin} and parses the response. The type holds: gateway and site are from the same release. */
export async function fetchAdmin<Result>(path: string, token: string, options?: AdminCall): Promise<Result> {
  return (await (await callAdmin(path, token, options)).json()) as Result;
}

/** Lists the open sessions. Throws as {@link callAdmin} does. */
export function fetchSessions(token: string): Promise<Sessions> {
  return fetchAdmin("sessions", token);
}

/** Ends a session, unless it has already ended. Throws as {@link callAdmin} does. */
export async function endSession(token: string, id: string): Promise<void> {
  try {
    await callAdmin(`sessions/${encodeURIComponent(id)}`, token, { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof AdminRequestError) || error.status !== 404) throw error;
  }
}

/**
 * Deletes the requests of an address for emails about shows, and returns how many there were. Throws as {@link
 * callAdmin} does.
 */
export async function deleteReminders(token: string, email: string): Promise<number> {
  const options = { method: "POST", body: { email } };
  return (await fetchAdmin<DeletedReminders>("reminders/delete", token, options)).deleted;
}

/** Fetches a page of the audit log, of entries older than `before` if it is given. Throws as {@link callAdmin} does. */
export function fetchAuditLog(token: string, before: number | null): Promise<AuditLog> {
  const query = before === null ? "" : `?before=${before}`;
  return fetchAdmin(`audit-log${query}`, token);
}

/** Aborts with the first signal. Some supported browsers have no `AbortSignal.any`. */
function abortWithFirst(...signals: [AbortSignal, AbortSignal]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  }
  return first.signal;
}

async function readError(response: Response): Promise<AdminApiError> {
  return readErrorBody(await response.json().catch(() => undefined), response.status);
}

/** Reads the body of an error response. A proxy may have sent another one. */
export function readErrorBody(body: unknown, status: number): AdminApiError {
  if (typeof body !== "object" || body === null || !("code" in body) || !("message" in body)) {
    return { code: "unknown", message: `/admin/api responded with status ${status}` };
  }
  return { ...body, code: String(body.code), message: String(body.message) };
}

/** Parses the body of a response; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
