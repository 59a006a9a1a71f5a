import type { AuthContext } from "../context.ts";
import type { OpenIdProvider } from "./provider.ts";

/** What endpoints of identities work with. */
export type IdentityContext = AuthContext & {
  /** Undefined when the settings name none. */
  provider: OpenIdProvider | undefined;
};
