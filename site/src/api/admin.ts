import type { AdminApiError, AuditLog, Sessions } from "@porchlight/protocol/admin.ts";

/** A refusal of `/admin/api`. Decide on `status` and `code`, never on the text. */
export class AdminApiRefusal extends Error {
  override readonly name = "AdminApiRefusal";
  readonly status: number;
  readonly code: string;

  constructor(status: number, { code, message }: AdminApiError) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the sign-in behind the token has ended, or lacks its second step. */
  get isAboutSignIn(): boolean {
    return this.status === 401 || (this.status === 403 && this.code === "insufficient_aal");
  }
}

/** Longest that an answer of the desk may take unless its call says otherwise, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** How a call is made: a GET without a body unless it says otherwise. */
export type AdminCall = { method?: string; body?: unknown; signal?: AbortSignal; timeoutMs?: number };

/**
 * Makes one call to `/admin/api`.
 *
 * @param path what follows `/admin/api/`
 * @param token an admin's access token
 * @throws {AdminApiRefusal} when it is refused
 * @throws {Error} when the gateway cannot be reached or answers something unreadable
 */
export async function callAdmin(
  path: string,
  token: string,
  { method = "GET", body, signal, timeoutMs = TIMEOUT_MS }: AdminCall = {},
): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`/admin/api/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? firstOf(signal, late) : late,
  });
  if (response.ok) return response;
  throw new AdminApiRefusal(response.status, await refusalIn(response));
}

/** Lists who is signed in. Throws as {@link callAdmin} does. */
export async function fetchSessions(token: string): Promise<Sessions> {
  // Our own gateway of the same release answers, here and below.
  return (await (await callAdmin("sessions", token)).json()) as Sessions;
}

/** Ends a session; one that has ended already is as good. Throws as {@link callAdmin} does. */
export async function endSession(token: string, id: string): Promise<void> {
  try {
    await callAdmin(`sessions/${encodeURIComponent(id)}`, token, { method: "DELETE" });
  } catch (error) {
    if (!(error instanceof AdminApiRefusal) || error.status !== 404) throw error;
  }
}

/** A page of the audit log, entries older than `before` when given. Throws as {@link callAdmin} does. */
export async function fetchAuditLog(token: string, before: number | null): Promise<AuditLog> {
  const query = before === null ? "" : `?before=${before}`;
  return (await (await callAdmin(`audit-log${query}`, token)).json()) as AuditLog;
}

/** Ends with the first of the two. `AbortSignal.any` is younger than the browsers that the desk is for. */
function firstOf(...signals: [AbortSignal, AbortSignal]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    const end = () => first.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }
  return first.signal;
}

async function refusalIn(response: Response): Promise<AdminApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== "object" || body === null || !("code" in body) || !("message" in body)) {
    return { code: "unknown", message: `/admin/api answered with ${response.status}` };
  }
  return { code: String(body.code), message: String(body.message) };
}
