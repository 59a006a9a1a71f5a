import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useOwnerAuth } from "./auth-context.ts";

/** What the session knows of the owner's account. */
export type Owner = { hasSecondStep: boolean; hasEndedFirstSteps: boolean };

/** Key of the account's second factors. Keys of queries that depend on them begin with it. */
export const FACTORS_KEY = ["account", "factors"] as const;
const OWNER_KEY = [...FACTORS_KEY, "owner"] as const;
/** Name in the account's metadata, which follows the owner to every browser. */
const FIRST_STEPS = "first_steps";

/** Reads the owner's account from the session; undefined while it is not known. */
export function useOwner(): { owner: Owner | undefined; endFirstSteps: () => Promise<void> } {
  const auth = useOwnerAuth();
  const queries = useQueryClient();
  const { data: owner } = useQuery({
    queryKey: OWNER_KEY,
    queryFn: async (): Promise<Owner | null> => {
      const { data } = (await auth?.client.getSession()) ?? {};
      const user = data?.session?.user;
      if (!user) return null;
      return {
        hasSecondStep: (user.factors ?? []).some(({ status }) => status === "verified"),
        hasEndedFirstSteps: user.user_metadata[FIRST_STEPS] === "ended",
      };
    },
    enabled: auth !== undefined,
  });
  const endFirstSteps = useCallback(async () => {
    const { error } = (await auth?.client.updateUser({ data: { [FIRST_STEPS]: "ended" } })) ?? {};
    if (error) throw error;
    await queries.invalidateQueries({ queryKey: OWNER_KEY });
  }, [auth, queries]);
  return { owner: owner ?? undefined, endFirstSteps };
}
