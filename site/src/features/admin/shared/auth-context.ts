import { createContext, useContext } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";

/** The auth client behind the sign-in, for the parts of the dashboard that change the account. */
export const AuthContext = createContext<OwnerAuth | undefined>(undefined);

/** The auth client, or undefined where a part of the dashboard is drawn outside of it. */
export function useOwnerAuth(): OwnerAuth | undefined {
  return useContext(AuthContext);
}
