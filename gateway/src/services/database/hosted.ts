import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { passedHeaders } from "../../lib/provider/passed-headers.ts";
import { type HostedProject, unexpectedResponse } from "../shared/supabase-project.ts";
import type { DatabaseService } from "./contract.ts";
import { NO_BODY, requestList } from "./hosted/list-requests.ts";
import { requireList } from "./hosted/require-list.ts";
import type { HostedReturning } from "./hosted/returning.ts";
import { type HostedSignUp, isSignUp, readSignUp } from "./hosted/sign-up.ts";
import { TABLE_METHODS } from "./policy.ts";
import { PostgrestError, postgrestErrorResponse } from "./postgrest/errors.ts";

/** Request headers that PostgREST reads, besides the keys. Source: docs.postgrest.org, "API". */
const REQUEST_HEADERS = [
  "accept",
  "accept-profile",
  "content-profile",
  "content-type",
  "if-match",
  "if-none-match",
  "prefer",
  "range",
  "range-unit",
  "x-client-info",
] as const;
/** Response headers that PostgREST's clients read. */
const RESPONSE_HEADERS = [
  "content-type",
  "content-location",
  "content-profile",
  "content-range",
  "etag",
  "location",
  "preference-applied",
  "proxy-status",
  "range-unit",
  "retry-after",
  "sb-error-code",
  "www-authenticate",
] as const;

/**
 * The list at Supabase. The gateway passes on requests about the list and streams the responses back. It rejects every
 * other request itself. It parses a visitor's sign-up and normalises its email.
 *
 * @param returning sends the links with which unsubscribed addresses join again; absent when the gateway cannot send
 *   emails
 */
export function createHostedDatabase(
  project: HostedProject,
  returning?: Pick<HostedReturning, "send">,
): DatabaseService {
  return {
    isHosted: true,
    async answer(request) {
      const { method, resource, query, header, body } = request;
      if (method === "OPTIONS") {
        return { status: 200, headers: { allow: TABLE_METHODS }, body: null };
      }
      let signUp: HostedSignUp | undefined;
      try {
        requireList(request);
        if (isSignUp(request)) signUp = readSignUp(request);
      } catch (error) {
        if (error instanceof PostgrestError) return postgrestErrorResponse(error);
        throw error;
      }
      // Serialised again: PostgREST separates parameters at a semicolon too, but URLSearchParams does not.
      const parameters = new URLSearchParams(query).toString();
      const response = await requestList(project, {
        method,
        resource: parameters === "" ? resource : `${resource}?${parameters}`,
        headers: { ...passedHeaders(header, REQUEST_HEADERS), ...(returning && signUp?.byLink?.headers) },
        authorization: header("authorization"),
        body: signUp?.body ?? body,
      });
      // Only a 201 means that the sign-up is stored.
      if (resource === SUBSCRIBERS_TABLE && method === "POST" && response.ok && response.status !== 201) {
        await response.body?.cancel();
        throw unexpectedResponse(project.provider);
      }
      // A second sign-up is a duplicate. The address may get a new link.
      if ((response.status === 201 || response.status === 409) && signUp?.byLink) returning?.send(signUp.byLink.email);
      return {
        status: response.status,
        headers: passedHeaders((name) => response.headers.get(name), RESPONSE_HEADERS),
        body: method === "HEAD" || NO_BODY.has(response.status) ? null : response.body,
      };
    },
  };
}
