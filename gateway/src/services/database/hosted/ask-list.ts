import { ProviderError } from "../../../lib/provider/provider-error.ts";
import { DEFAULT_RETRY_S, retryAfterSeconds } from "../../../lib/provider/retry-after.ts";
import {
  codeOf,
  type HostedProject,
  keyRejected,
  keysFor,
  notInItsWords,
  readJsonBody,
} from "../../shared/supabase-project.ts";

/** One request below `/rest/v1/` of a project. */
type ListRequest = {
  method: string;
  /** `newsletter_subscribers?select=id`, `rpc/leave_by_link`. */
  resource: string;
  headers?: Record<string, string>;
  /** The `Authorization` of the client, as a browser sent it. */
  authorization: string | undefined;
  body?: string;
  /** Whether asking twice does no more than asking once. */
  isSafe?: boolean;
};

/** Largest answer that is read here, in bytes: a page of a thousand rows of the longest fields is some three million. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Statuses that a Response can have no body with. */
export const NO_BODY = new Set([204, 205, 304]);

/**
 * Puts one request to the table interface of a project and sees to it that PostgREST itself has answered: a page of
 * something that stands before it must be taken for no row and for no sign-up that was stored.
 *
 * @returns its answer, the body unread
 * @throws {ProviderError} when it gave none
 */
export async function askList(project: HostedProject, request: ListRequest): Promise<Response> {
  const { method, resource, headers = {}, authorization, body = "", isSafe } = request;
  const answer = await project.provider.ask({
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
  if (answer.status === 401) return refusalOfRequester(project, answer, method);
  if (isInItsWords(answer, method)) return answer;
  await answer.body?.cancel();
  // The rate limit applies to every client.
  if (answer.status === 429) return tooMany(answer);
  throw notInItsWords(project.provider);
}

/**
 * Calls a function of the list.
 *
 * @returns what it returned, still to be checked
 * @throws {ProviderError} when the project gave no answer, or refused: an error here means that it is set up wrongly
 */
export async function callFunction(
  project: HostedProject,
  name: string,
  args: Record<string, string>,
  authorization?: string,
): Promise<unknown> {
  // Each of them does no more when it is called twice.
  const call = { method: "POST", resource: `rpc/${name}`, body: JSON.stringify(args), authorization, isSafe: true };
  const answer = await askList(project, call);
  const value = await readJson(project, answer);
  if (answer.ok) return value;
  throw refusedBy(project, answer, value);
}

/** An error that the client can do nothing about, such as of a function that is not there. */
export function refusedBy({ provider }: HostedProject, answer: Response, body: unknown): ProviderError {
  const seconds = retryAfterSeconds(answer.headers) ?? DEFAULT_RETRY_S;
  return new ProviderError("unwell", `${provider.name} refused with ${answer.status} ${codeOf(body) ?? ""}.`, seconds);
}

/** @throws {ProviderError} when an answer's body is too long, cut short or no JSON */
export function readJson({ provider }: HostedProject, answer: Response): Promise<unknown> {
  return readJsonBody(provider, answer, MAX_BODY_BYTES);
}

/**
 * Who asks was let in before, so that only the table itself may refuse them, with a code: what stands before it has none,
 * and refuses the gateway's own key.
 */
async function refusalOfRequester(project: HostedProject, answer: Response, method: string): Promise<Response> {
  if (method === "HEAD") return answer;
  const body = await readJson(project, answer);
  if (codeOf(body) === undefined) throw keyRejected(project.provider);
  return Response.json(body, { status: 401, headers: answer.headers });
}

function isInItsWords({ status, headers }: Response, method: string): boolean {
  if (status >= 300 && status < 400) return status === 304;
  const type = headers.get("content-type")?.split(";", 1)[0]?.trim() ?? "";
  if (/^(application\/(json|vnd\.pgrst\.\w+(\+json)?)|text\/csv)$/.test(type)) return true;
  // Without a body there is no type, but for what a HEAD would have had.
  return type === "" && (NO_BODY.has(status) || (status === 201 && method === "POST") || method === "HEAD");
}

function tooMany({ headers }: Response): Response {
  const body = { code: "429", message: "Too many requests. Please wait a moment.", details: null, hint: null };
  return Response.json(body, {
    status: 429,
    headers: { "retry-after": headers.get("retry-after") ?? String(DEFAULT_RETRY_S) },
  });
}
