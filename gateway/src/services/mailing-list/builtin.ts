import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { SubscriberList } from "../shared/subscriber-list.ts";
import { checkSignUp } from "./check-sign-up.ts";
import type { MailingListService } from "./contract.ts";

/** Adds sign-ups to the site's own subscriber list, so that both forms of the site fill the same list. */
export function createBuiltinMailingList(options: { subscribers: Pick<SubscriberList, "signUp"> }): MailingListService {
  const { subscribers } = options;
  return {
    isHosted: false,
    async subscribe(signUp) {
      const checked = checkSignUp(signUp);
      if (!checked.ok) return { result: "error", msg: checked.message };
      const result = await subscribers.signUp({
        email: checked.email,
        source: "website-dialog",
        first_name: checked.firstName || null,
        last_name: checked.lastName || null,
        // The dialog is on the home page only.
        page: SCREEN_PATHS.home,
      });
      if (result === "already-subscribed") return { result: "error", msg: MESSAGES.alreadySubscribed };
      return { result: "success", msg: MESSAGES.thankYou };
    },
  };
}
