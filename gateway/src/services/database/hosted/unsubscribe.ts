import { type HostedProject, unexpectedResponse } from "../../shared/supabase-project.ts";
import { partlyHidden, type UnsubscribeService } from "../../shared/unsubscribe.ts";
import { callFunction } from "./list-requests.ts";

/** Unsubscribes at Supabase through functions of the project, so that the secret of the links stays there. */
export function createHostedUnsubscribeService(project: HostedProject): UnsubscribeService {
  return {
    async hiddenAddressOf(token) {
      const email = await callFunction(project, "address_of_link", { token });
      if (email === null) return undefined;
      if (typeof email !== "string") throw unexpectedResponse(project.provider);
      // An older version of the function returns the whole address.
      return partlyHidden(email);
    },
    async unsubscribe(token) {
      const isOfThisList = await callFunction(project, "leave_by_link", { token });
      if (typeof isOfThisList !== "boolean") throw unexpectedResponse(project.provider);
      return isOfThisList;
    },
  };
}
