import { partlyHidden, type UnsubscribeService } from "./unsubscribe.ts";

/** An unsubscribe service that knows no link. */
export const noLinks: UnsubscribeService = { hiddenAddressOf: async () => undefined, leave: async () => false };

/** An unsubscribe service with readable tokens, "token of ann@example.com". It reports who unsubscribed. */
export function plainLinks(): UnsubscribeService & { left: string[] } {
  const left: string[] = [];
  const addressOf = (token: string) => /^token of (.+)$/.exec(token)?.[1];
  return {
    left,
    async hiddenAddressOf(token) {
      const email = addressOf(token);
      return email && partlyHidden(email);
    },
    async leave(token) {
      const email = addressOf(token);
      if (email !== undefined) left.push(email);
      return email !== undefined;
    },
  };
}
