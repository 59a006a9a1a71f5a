import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import {
  codeOf,
  type HostedProject,
  keyRejected,
  keysFor,
  readJsonBody,
  unexpectedResponse,
} from "../../shared/supabase-project.ts";

/** A request below `/rest/v1/` of a project. */
type ListRequest = {
  method: string;
  /** `newsletter_subscribers?select=id`, `rpc/leave_by_link`. */
  resource: string;
  headers?: Record<string, string>;
  /** The client's `Authorization`. */
  authorization: string | undefined;
  body?: string;
  /** Whether the request may be sent twice. */
  isSafe?: boolean;
};

/** Largest body to read, in bytes. A thousand rows with the longest fields take about three million. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Statuses of responses without a body. */
export const NO_BODY = new Set([204, 205, 304]);

/**
 * Sends a request to the table interface of a project, and checks that PostgREST itself has answered. An error page of
 * a proxy must not look like rows or like a stored sign-up.
 *
 * @returns the response, its body unread
 * @throws {ProviderError} when PostgREST did not answer
 */
export async function requestList(project: HostedProject, request: ListRequest): Promise<Response> {
  const { method, resource, headers = {}, authorization, body = "", isSafe } = request;
  const response = await project.provider.ask({
    method,
    path: `/rest/v1/${resource}`,
    headers: {
      ...(body !== "" && { "content-type": "application/json" }),
      ...headers,
      ...keysFor(project, authorization),
    },
    body,
    ...(isSafe !== undefined && { isSafe }),
  });
  if (response.status === 401) return check401(project, response, method);
  if (isFromPostgrest(response, method)) return response;
  await response.body?.cancel();
  // The provider's rate limit counts all clients together.
  if (response.status === 429) return tooManyRequests(response);
  throw unexpectedResponse(project.provider);
}

/**
 * Calls a function of the list.
 *
 * @returns its result, still to be validated
 * @throws {ProviderError} when the project did not answer, or answered with an error because its setup is wrong
 */
export async function callFunction(
  project: HostedProject,
  name: string,
  args: Record<string, string>,
  authorization?: string,
): Promise<unknown> {
  // Calling any of these functions twice is safe, so the provider client may retry.
  const call = { method: "POST", resource: `rpc/${name}`, body: JSON.stringify(args), authorization, isSafe: true };
  const response = await requestList(project, call);
  const value = await readJson(project, response);
  if (response.ok) return value;
  throw toProviderError(project, response, value);
}

/** The error for a response that the client can do nothing about, such as an unknown function. */
export function toProviderError({ provider }: HostedProject, response: Response, body: unknown): ProviderError {
  const seconds = retryAfterSeconds(response.headers) ?? DEFAULT_RETRY_S;
  return new ProviderError(
    "unwell",
    `${provider.name} answered with the error ${response.status} ${codeOf(body) ?? ""}.`,
    seconds,
  );
}

/** @throws {ProviderError} when the body is too long, cut off or not JSON */
export function readJson({ provider }: HostedProject, response: Response): Promise<unknown> {
  return readJsonBody(provider, response, MAX_BODY_BYTES);
}

/**
 * Checks a 401. The gateway has already identified the client. A 401 with a `code` comes from the table and goes to the
 * client. A 401 without a code comes from a proxy in front of the table, which rejects the gateway's own key.
 */
async function check401(project: HostedProject, response: Response, method: string): Promise<Response> {
  if (method === "HEAD") return response;
  const body = await readJson(project, response);
  if (codeOf(body) === undefined) throw keyRejected(project.provider);
  return Response.json(body, { status: 401, headers: response.headers });
}

function isFromPostgrest({ status, headers }: Response, method: string): boolean {
  if (status >= 300 && status < 400) return status === 304;
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim() ?? "";
  if (/^(application\/(json|vnd\.pgrst\.\w+(\+json)?)|text\/csv)$/.test(type)) return true;
  // A response without a body may have no type.
  return type === "" && (NO_BODY.has(status) || (status === 201 && method === "POST") || method === "HEAD");
}

function tooManyRequests({ headers }: Response): Response {
  const body = { code: "429", message: "Too many requests. Please wait a moment.", details: null, hint: null };
  return Response.json(body, {
    status: 429,
    headers: { "retry-after": headers.get("retry-after") ?? String(DEFAULT_RETRY_S) },
  });
}
