import type { DataFile } from "../../../data/data-file.ts";
import { parseJson } from "../../../lib/parse-json.ts";
import { AuthError, JSON_HEADERS, toAuthResponse, validationFailed } from "../auth-error.ts";
import type { AuthRequest, AuthResponse } from "../contract.ts";
import { findDevice } from "./devices.ts";
import { type Endpoint, type EndpointRequest, type EndpointResponse, endpointsAt, type Match } from "./endpoint.ts";
import type { RequestAuthenticator } from "./request-authenticator.ts";

type RequestHandlerOptions = {
  endpoints: readonly Endpoint[];
  data: DataFile;
  authenticator: RequestAuthenticator;
  publicUrl: string;
  clock: () => Date;
  /** Gets unexpected errors. */
  onError: (error: unknown) => void;
};

/** Maximum nesting of a body. A valid body has only a few levels. */
const MAX_DEPTH = 20;

/** Finds the endpoint for a request, parses the request, and serialises the response. */
export function createRequestHandler({
  endpoints,
  data,
  authenticator,
  publicUrl,
  clock,
  onError,
}: RequestHandlerOptions) {
  return async (request: AuthRequest): Promise<AuthResponse> => {
    try {
      const matches = endpointsAt(endpoints, request.path);
      if (request.method === "OPTIONS" && matches.length > 0)
        return { status: 204, headers: allow(matches), body: null };
      return toJsonResponse(await handle(findMatch(matches, request.method), request));
    } catch (error) {
      if (error instanceof AuthError) {
        // The response has words for the client. Its cause only goes to the log.
        if (error.status >= 500) onError(error.cause ?? error);
        return toAuthResponse(error, request.header("x-supabase-api-version"));
      }
      onError(error);
      // A client ends its session after a 500, but waits and tries again after a 503.
      const failure = new AuthError(503, "unexpected_failure", "Something went wrong on our side.");
      return toAuthResponse(failure, request.header("x-supabase-api-version"));
    }
  };

  async function handle({ endpoint, params }: Match, request: AuthRequest): Promise<EndpointResponse> {
    const { method, header, client } = request;
    const read = async (): Promise<EndpointRequest> => ({
      params,
      query: new URLSearchParams(request.query),
      body: method === "GET" ? {} : parseBody(request.body),
      header,
      signedIn: undefined,
      client,
      device: findDevice(data.read, { cookies: header("cookie"), publicUrl, now: clock() }),
      now: clock(),
    });
    switch (endpoint.access) {
      case "anyone":
        return endpoint.handle(await read());
      case "key":
        await authenticator.requireKey(request.apikey);
        return endpoint.handle(await read());
      case "person": {
        await authenticator.requireKey(request.apikey);
        const signedIn = await authenticator.requirePerson(header("authorization"));
        return endpoint.handle({ ...(await read()), signedIn });
      }
    }
  }
}

function findMatch(matches: Match[], method: string): Match {
  const found = matches.find(
    ({ endpoint }) => endpoint.method === method || (method === "HEAD" && endpoint.method === "GET"),
  );
  if (found) return found;
  if (matches.length === 0) throw new AuthError(404, "not_found", "There is no such endpoint.");
  throw new AuthError(405, "method_not_allowed", "This endpoint takes another method.", { headers: allow(matches) });
}

function allow(matches: Match[]): Record<string, string> {
  return { Allow: [...new Set(matches.map(({ endpoint }) => endpoint.method)), "OPTIONS"].join(", ") };
}

function toJsonResponse({ status, body, headers }: EndpointResponse): AuthResponse {
  return body === undefined
    ? { status, headers: { "Cache-Control": "no-store", ...headers }, body: null }
    : { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
}

function parseBody(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw validationFailed("The body must be an object");
  if (depthOf(body) > MAX_DEPTH) throw validationFailed("The body is nested too deeply");
  return Object.fromEntries(Object.entries(body));
}

/** Counts the levels of a body without recursion, because a deep body must not exhaust the stack. */
function depthOf(body: object): number {
  let depth = 0;
  for (let level: unknown[] = [body]; level.length > 0 && depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return depth;
}
