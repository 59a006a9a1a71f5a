import type { SubscriberList } from "../shared/subscriber-list.ts";
import { partlyHidden, type UnsubscribeService } from "../shared/unsubscribe.ts";
import type { UnsubscribeLinks } from "./links.ts";

/** Unsubscribes from a list in the site's own data file. */
export function createUnsubscribeService(options: {
  links: Pick<UnsubscribeLinks, "read">;
  subscribers: Pick<SubscriberList, "unsubscribe">;
}): UnsubscribeService {
  const { links, subscribers } = options;
  return {
    async hiddenAddressOf(token) {
      const email = links.read(token);
      return email && partlyHidden(email);
    },
    async unsubscribe(token) {
      const email = links.read(token);
      if (email === undefined) return false;
      await subscribers.unsubscribe(email);
      return true;
    },
  };
}
