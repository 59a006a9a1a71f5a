import { SIGN_UP_PAGE_HEADER, SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Caller } from "../../shared/caller.ts";
import type { DatabaseRequest, DatabaseResponse } from "../contract.ts";
import { type Rules, rulesFor } from "../policy.ts";
import { invalidPath, invalidSchema, noRoot, noSuchTable, PostgrestError, SCHEMA } from "../postgrest/errors.ts";
import { type Media, parseAccept } from "../postgrest/media.ts";
import { type Preferences, parsePreferences } from "../postgrest/preferences.ts";
import { parseQuery, type Query } from "../postgrest/query.ts";

/** A path of the site. The owner's files contain it, so it may have no other characters. */
const PAGE = /^\/[\w\-./~%]{0,199}$/;

/** Methods that name the schema in `Content-Profile`. The others name it in `Accept-Profile`. */
const CONTENT_PROFILE_METHODS = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** A parsed request for our table, with the rules of its caller. */
export type TableRequest = {
  method: string;
  caller: Caller;
  rules: Rules;
  query: Query;
  preferences: Preferences;
  media: Media;
  contentType: string | undefined;
  body: string;
  /** Path of the page that the request says it comes from. */
  page: string | undefined;
  /** Headers of every response with rows. */
  headers: Record<string, string>;
};

/** @throws {PostgrestError} when the request is invalid, or not about our table */
export function readRequest(request: DatabaseRequest): TableRequest {
  const { method, resource, header } = request;
  checkResource(resource);
  const profile = requireProfile(request);
  // By the HTTP standard, `Range` is only for GET.
  const query = parseQuery(request.query, SUBSCRIBERS_TABLE, method === "GET" ? header("range") : undefined);
  if (resource !== SUBSCRIBERS_TABLE) throw noSuchTable(resource);
  const media = parseAccept(header("accept"));
  return {
    method,
    caller: request.caller,
    rules: rulesFor(request.caller),
    query,
    preferences: parsePreferences(header("prefer")),
    media,
    contentType: header("content-type"),
    body: request.body,
    page: PAGE.exec(header(SIGN_UP_PAGE_HEADER) ?? "")?.[0],
    headers: {
      "content-type": media.contentType,
      ...(profile === undefined ? {} : { "content-profile": profile }),
    },
  };
}

export function answerWith(
  status: number,
  body: string | null,
  ...headers: Record<string, string>[]
): DatabaseResponse {
  return { status, headers: Object.assign({}, ...headers), body };
}

/** The error for what the rules forbid. 401 asks a visitor to sign in; with 403, signing in would not help. */
export function forbidden(caller: Caller, message: string): PostgrestError {
  const anonymous = caller.role === "anonymous";
  return new PostgrestError(
    anonymous ? 401 : 403,
    { code: "42501", message },
    anonymous ? { "www-authenticate": "Bearer" } : {},
  );
}

function checkResource(resource: string): void {
  if (resource === "") throw noRoot();
  if (resource.includes("/")) throw invalidPath();
}

/** @returns the schema that a request names, if any. @throws {PostgrestError} when it is not ours */
export function requireProfile({ method, header }: Pick<DatabaseRequest, "method" | "header">): string | undefined {
  const profile = header(CONTENT_PROFILE_METHODS.has(method) ? "content-profile" : "accept-profile");
  if (profile === undefined || profile === SCHEMA) return profile;
  throw invalidSchema(profile);
}
