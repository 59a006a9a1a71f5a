import type { Site } from "@porchlight/protocol/content.ts";
import { useQuery } from "@tanstack/react-query";
import type { OwnerAuth } from "../../../api/auth.ts";
import { useOwnerAuth } from "../shared/auth-context.ts";
import type { AdminSession } from "../shared/session.ts";
import { ChangePassword } from "./change-password.tsx";
import { Identities } from "./identities.tsx";
import { ACCOUNT_KEYS } from "./queries.ts";
import { SecondFactors } from "./second-factors.tsx";
import { Sessions } from "./sessions.tsx";
import "./account.css";

/**
 * The owner's account in the Settings tab: password, second step, linked sign-in, sessions. It renders only
 * sections, without a frame around them.
 */
export function AccountSettings({ session, site }: { session: AdminSession; site: Site }) {
  const auth = useOwnerAuth();
  return (
    <>
      {auth && (
        <>
          <ChangePassword auth={auth} session={session} />
          <SecondFactors auth={auth} session={session} site={site} />
          <LinkedSignIn auth={auth} />
        </>
      )}
      <Sessions session={session} />
    </>
  );
}

/** Renders nothing if no provider is enabled. */
function LinkedSignIn({ auth }: { auth: OwnerAuth }) {
  const { data: providers } = useQuery({
    queryKey: ACCOUNT_KEYS.providers,
    queryFn: auth.providers,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return providers?.google ? <Identities auth={auth} /> : null;
}
