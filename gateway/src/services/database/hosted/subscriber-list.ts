import { SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import type { SubscriberList } from "../../shared/subscriber-list.ts";
import { codeOf, type HostedProject } from "../../shared/supabase-project.ts";
import { readJson, requestList, toProviderError } from "./list-requests.ts";
import type { HostedReturning } from "./returning.ts";
import { signUpHeaders } from "./sign-up.ts";

/** Stores sign-ups at Supabase, for forms that send them to the gateway itself. */
export function createHostedSubscriberList(
  project: HostedProject,
  returning?: Pick<HostedReturning, "send">,
): Pick<SubscriberList, "signUp"> {
  return {
    async signUp({ email, source, first_name, last_name }) {
      const response = await requestList(project, {
        method: "POST",
        resource: SUBSCRIBERS_TABLE,
        headers: signUpHeaders(returning !== undefined),
        authorization: undefined,
        body: JSON.stringify({ email, status: "active", source, first_name, last_name }),
      });
      if (response.status === 201) {
        await response.body?.cancel();
        returning?.send(email);
        return "joined";
      }
      const body = await readJson(project, response);
      // The table's unique index decides, so two sign-ups at once cannot both succeed.
      if (response.status === 409 && codeOf(body) === UNIQUE_VIOLATION) {
        // The address may get a new link.
        returning?.send(email);
        return "already-subscribed";
      }
      throw toProviderError(project, response, body);
    },
  };
}
