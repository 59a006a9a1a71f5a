import type { Leaving } from "./leaving.ts";

/** A way out that no link of a test takes. */
export const noLinks: Leaving = { addressOf: async () => undefined, leave: async () => false };

/** A way out whose tokens are written plainly, "token of ann@example.com"; tells who left. */
export function plainLinks(): Leaving & { left: string[] } {
  const left: string[] = [];
  const addressOf: Leaving["addressOf"] = async (token) => /^token of (.+)$/.exec(token)?.[1];
  return {
    left,
    addressOf,
    async leave(token) {
      const email = await addressOf(token);
      if (email !== undefined) left.push(email);
      return email !== undefined;
    },
  };
}
