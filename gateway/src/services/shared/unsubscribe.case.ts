import { partlyHidden, type UnsubscribeService } from "./unsubscribe.ts";

/** A way out that no link of a test takes. */
export const noLinks: UnsubscribeService = { hiddenAddressOf: async () => undefined, leave: async () => false };

/** A way out whose tokens are written plainly, "token of ann@example.com"; tells who left. */
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
