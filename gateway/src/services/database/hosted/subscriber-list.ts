import { SUBSCRIBERS_TABLE, UNIQUE_VIOLATION } from "@porchlight/protocol/subscriber.ts";
import type { SubscriberList } from "../../shared/subscriber-list.ts";
import { codeOf, type HostedProject } from "../../shared/supabase-project.ts";
import { askList, readJson, refusedBy } from "./ask-list.ts";
import type { HostedReturning } from "./returning.ts";
import { signUpHeaders } from "./sign-up.ts";

/** The way into a list at Supabase, for forms that the gateway itself receives. */
export function createHostedSubscriberList(
  project: HostedProject,
  returning?: Pick<HostedReturning, "send">,
): Pick<SubscriberList, "signUp"> {
  return {
    async signUp({ email, source, first_name, last_name }) {
      const answer = await askList(project, {
        method: "POST",
        resource: SUBSCRIBERS_TABLE,
        headers: signUpHeaders(returning !== undefined),
        authorization: undefined,
        body: JSON.stringify({ email, status: "active", source, first_name, last_name }),
      });
      if (answer.status === 201) {
        await answer.body?.cancel();
        returning?.send(email);
        return "joined";
      }
      const body = await readJson(project, answer);
      // The table's unique index decides, so that two forms sent at once cannot both sign up.
      if (answer.status === 409 && codeOf(body) === UNIQUE_VIOLATION) {
        // It may be due another link.
        returning?.send(email);
        return "already-subscribed";
      }
      throw refusedBy(project, answer, body);
    },
  };
}
