import * as v from "valibot";
import type { Client } from "../../shared/caller.ts";
import { validationFailed } from "../auth-error.ts";
import type { Session } from "./sessions.ts";
import type { User } from "./users.ts";

/** The caller, with a valid access token of a session that has not ended. */
export type SignedIn = {
  user: User;
  session: Session;
  /** Assurance that both the token and its session have reached. */
  aal: "aal1" | "aal2";
};

/** A parsed request with an identified sender. */
export type EndpointRequest = {
  /** Parts of the path by their names: `{ id }` for `factors/:id/verify`. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The body, a JSON object; empty when there was none. */
  body: Readonly<Record<string, unknown>>;
  header: (name: string) => string | undefined;
  /** Undefined for a visitor, and always when `access` is not `person`. */
  signedIn: SignedIn | undefined;
  client: Client;
  /** The browser, if somebody signed in with it before. It has its own limit of guesses. */
  device: string | undefined;
  now: Date;
};

/** A request of a signed-in person. */
export type PersonRequest = EndpointRequest & { signedIn: SignedIn };

/** Response of an endpoint. It has a body only if `body` is set. */
export type EndpointResponse = { status: number; body?: unknown; headers?: Record<string, string> };

/**
 * One method at one path. `access` says what a request needs: nothing, for addresses that a browser opens; the public
 * key; or the public key and a person's access token.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/auth/v1/`; `:name` stands for one part: `factors/:id/verify`. */
  path: string;
} & (
  | { access: "anyone" | "key"; handle: (request: EndpointRequest) => EndpointResponse | Promise<EndpointResponse> }
  | { access: "person"; handle: (request: PersonRequest) => EndpointResponse | Promise<EndpointResponse> }
);

/** Text that can be stored and compared: without a lone surrogate. */
export const textSchema = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed() && !text.includes("\0"), "is not text"),
);

/**
 * Parses a body or a query.
 *
 * @throws {AuthError} 400 `validation_failed`, naming the field
 */
export function read<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw validationFailed(`${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}

/** Whether a part of a path is a UUID, in either case. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** An endpoint whose path fits, with the named parts of the path. */
export type Match = { endpoint: Endpoint; params: Record<string, string> };

/** Every endpoint at a path, whatever its method. */
export function endpointsAt(endpoints: readonly Endpoint[], path: string): Match[] {
  const parts = path.split("/");
  return endpoints.flatMap((endpoint) => {
    const params = paramsOf(endpoint.path.split("/"), parts);
    return params === undefined ? [] : [{ endpoint, params }];
  });
}

function paramsOf(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (name.startsWith(":")) params[name.slice(1)] = part;
    else if (name !== part) return undefined;
  }
  return params;
}

/** Maximum length of an address to return to, in characters. */
const MAX_LENGTH = 2_000;

/**
 * Parses an address of this site to redirect to. A user name is removed: it could make the address look like another
 * site's.
 *
 * @param publicUrl address of the site, without a slash at its end
 * @returns undefined when it is missing or another site's
 */
export function ownAddress(publicUrl: string, requested: string | null): URL | undefined {
  if (!requested || requested.length > MAX_LENGTH || !URL.canParse(requested, publicUrl)) return undefined;
  const url = new URL(requested, publicUrl);
  // `url.origin` is not compared, because `blob:https://…` has the site's origin too.
  if (`${url.protocol}//${url.host}` !== publicUrl) return undefined;
  url.username = "";
  url.password = "";
  return url;
}
