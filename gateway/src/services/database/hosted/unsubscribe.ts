import { type HostedProject, notInItsWords } from "../../shared/supabase-project.ts";
import { partlyHidden, type UnsubscribeService } from "../../shared/unsubscribe.ts";
import { callFunction } from "./ask-list.ts";

/** The way out of a list at Supabase, by functions of its own: the secret of the links stays there. */
export function createHostedUnsubscribeService(project: HostedProject): UnsubscribeService {
  return {
    async hiddenAddressOf(token) {
      const email = await callFunction(project, "address_of_link", { token });
      if (email === null) return undefined;
      if (typeof email !== "string") throw notInItsWords(project.provider);
      // A project whose functions are of former days tells it whole.
      return partlyHidden(email);
    },
    async unsubscribe(token) {
      const isOfThisList = await callFunction(project, "leave_by_link", { token });
      if (typeof isOfThisList !== "boolean") throw notInItsWords(project.provider);
      return isOfThisList;
    },
  };
}
