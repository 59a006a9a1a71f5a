import { createContext, useContext } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";

/** The auth client, for the parts of the dashboard that change the account. */
export const AuthContext = createContext<OwnerAuth | undefined>(undefined);

/** Returns the auth client, or undefined outside the dashboard. */
export function useOwnerAuth(): OwnerAuth | undefined {
  return useContext(AuthContext);
}
