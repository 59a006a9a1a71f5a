import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import { passedHeaders } from "../../lib/provider/passed-headers.ts";
import { type HostedProject, notInItsWords } from "../shared/supabase-project.ts";
import type { DatabaseService } from "./contract.ts";
import { askList, NO_BODY } from "./hosted/ask-list.ts";
import { requireList } from "./hosted/door.ts";
import type { HostedReturning } from "./hosted/returning.ts";
import { type HostedSignUp, isSignUp, readSignUp } from "./hosted/sign-up.ts";
import { TABLE_METHODS } from "./policy.ts";
import { PostgrestError, postgrestErrorResponse } from "./postgrest/errors.ts";

/** What PostgREST reads of a request, beside its keys. Source: docs.postgrest.org, "API". */
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
/** What its clients read of an answer. */
const ANSWER_HEADERS = [
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
 * The list at Supabase. Requests about it are passed on, and the answers as they come, row by row; what is about
 * anything else is refused here. A visitor's sign-up is read, and its email normalised.
 *
 * @param returning sends the links by which addresses come back; absent where no email can be sent
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
      // Written anew as it was read here: to PostgREST a semicolon parts a query as "&" does, to URLSearchParams not.
      const parameters = new URLSearchParams(query).toString();
      const answer = await askList(project, {
        method,
        resource: parameters === "" ? resource : `${resource}?${parameters}`,
        headers: { ...passedHeaders(header, REQUEST_HEADERS), ...(returning && signUp?.byLink?.headers) },
        authorization: header("authorization"),
        body: signUp?.body ?? body,
      });
      // A sign-up is stored when the table says so in this one way, and not before.
      if (resource === SUBSCRIBERS_TABLE && method === "POST" && answer.ok && answer.status !== 201) {
        await answer.body?.cancel();
        throw notInItsWords(project.provider);
      }
      // A second sign-up is a duplicate, and may be due another link.
      if ((answer.status === 201 || answer.status === 409) && signUp?.byLink) returning?.send(signUp.byLink.email);
      return {
        status: answer.status,
        headers: passedHeaders((name) => answer.headers.get(name), ANSWER_HEADERS),
        body: method === "HEAD" || NO_BODY.has(answer.status) ? null : answer.body,
      };
    },
  };
}
