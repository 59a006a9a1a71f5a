import { ADMIN_MESSAGES, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { AuthError, UserIdentity } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { authErrorMessage, linkedSignInMessage } from "../shared/auth-error-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { useReload } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { usePasswordAgain } from "./password-again.tsx";
import { ACCOUNT_KEYS, requireData } from "./queries.ts";
import * as words from "./words.ts";

/** The account at Google or another provider with which the owner can sign in. */
export function Identities({ auth }: { auth: OwnerAuth }) {
  const linkedWords = LINKED_SIGN_IN_WORDS[auth.linkedSignIn];
  const reload = useReload();
  const [pending, setPending] = useState<UserIdentity>();
  const [notice, setNotice] = useState<Notice>();
  const { heading, beforeRemoval } = useFocusFallback();
  const identities = useQuery({
    queryKey: ACCOUNT_KEYS.identities,
    queryFn: async () => requireData(await auth.client.getUserIdentities(), auth).identities,
  });
  // On the wire, every provider has this name, even if it is not Google.
  const linked = identities.data?.find(({ provider }) => provider === "google");

  const passwordAgain = usePasswordAgain(auth);
  const showError = (error: AuthError, again: () => Promise<void>) => {
    const failure = auth.toAuthFailure(error);
    if (passwordAgain.handles(failure, () => again().catch(failed))) return;
    setNotice({ type: "error", text: linkedSignInMessage(failure, linkedWords) ?? authErrorMessage(failure) });
  };

  async function link(): Promise<void> {
    // Navigates to the provider, which redirects back to the dashboard.
    const { error } = await auth.client.linkIdentity({
      provider: "google",
      options: { redirectTo: `${location.origin}/admin` },
    });
    if (error) showError(error, link);
  }

  async function unlink(identity: UserIdentity): Promise<void> {
    setPending(undefined);
    const { error } = await auth.client.unlinkIdentity(identity);
    if (error) return showError(error, () => unlink(identity));
    beforeRemoval();
    setNotice({ type: "success", text: linkedWords.unlinked });
    await reload(ACCOUNT_KEYS.identities, ACCOUNT_KEYS.auditLog);
  }

  const failed = (error: unknown) => {
    console.warn("The linked sign-in could not be changed", error);
    setNotice({ type: "error", text: MESSAGES.unexpected });
  };
  return (
    <Section id="identities-heading" title={words.linkedSignIn} heading={heading}>
      <LoadState query={identities} failed={ADMIN_MESSAGES.loadFailed} />
      {linked && (
        <ul className="account-list">
          <li>
            <p className="account-what">
              <strong>{linkedWords.name}</strong>
              <span>{String(linked.identity_data?.email ?? linked.id)}</span>
            </p>
            <DashboardButton label={linkedWords.unlink} onClick={() => setPending(linked)}>
              {words.unlink}
            </DashboardButton>
          </li>
        </ul>
      )}
      {identities.isSuccess && !linked && (
        <>
          <p className="dashboard-note">{linkedWords.offer}</p>
          <DashboardButton onClick={() => link().catch(failed)}>{linkedWords.link}</DashboardButton>
        </>
      )}
      <NoticeRegion notice={notice} />
      {pending && (
        <ConfirmDialog
          question={linkedWords.unlinkQuestion}
          verb={words.unlink}
          onCancel={() => setPending(undefined)}
          onConfirm={() => unlink(pending).catch(failed)}
        />
      )}
      {passwordAgain.dialog}
    </Section>
  );
}
