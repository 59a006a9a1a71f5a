import { partlyHidden, type UnsubscribeService } from "./unsubscribe.ts";

/** An unsubscribe service in which no link is valid. */
export const noLinks: UnsubscribeService = { hiddenAddressOf: async () => undefined, unsubscribe: async () => false };

/** An unsubscribe service with readable tokens, "token of ann@example.com". It reports who unsubscribed. */
export function plainLinks(): UnsubscribeService & { unsubscribed: string[] } {
  const unsubscribed: string[] = [];
  const addressOf = (token: string) => /^token of (.+)$/.exec(token)?.[1];
  return {
    unsubscribed,
    async hiddenAddressOf(token) {
      const email = addressOf(token);
      return email && partlyHidden(email);
    },
    async unsubscribe(token) {
      const email = addressOf(token);
      if (email !== undefined) unsubscribed.push(email);
      return email !== undefined;
    },
  };
}
