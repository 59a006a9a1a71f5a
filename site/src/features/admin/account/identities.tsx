import { ADMIN_MESSAGES, LINKED_SIGN_IN_WORDS } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { AuthError, UserIdentity } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { authErrorMessage, linkedSignInMessage } from "../shared/auth-error-messages.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { useFocusFallback } from "../shared/use-saved-place.ts";
import { usePasswordAgain } from "./password-again.tsx";
import { ACCOUNT_KEYS, requireData } from "./queries.ts";
import * as words from "./words.ts";

/** The account at Google, or at another provider, that opens the dashboard beside the password. */
export function Identities({ auth }: { auth: OwnerAuth }) {
  const linkedWords = LINKED_SIGN_IN_WORDS[auth.linkedSignIn];
  const queries = useQueryClient();
  const [asked, setAsked] = useState<UserIdentity>();
  const [notice, setNotice] = useState<Notice>();
  const { heading, beforeRemoval } = useFocusFallback();
  const identities = useQuery({
    queryKey: ACCOUNT_KEYS.identities,
    queryFn: async () => requireData(await auth.client.getUserIdentities(), auth).identities,
  });
  // The one provider is called so on the wire, whichever it is.
  const linked = identities.data?.find(({ provider }) => provider === "google");

  const passwordAgain = usePasswordAgain(auth);
  const tellRefusal = (error: AuthError, again: () => Promise<void>) => {
    const refusal = auth.toAuthFailure(error);
    if (passwordAgain.isAsked(refusal, () => again().catch(failed))) return;
    setNotice({ type: "error", text: linkedSignInMessage(refusal, linkedWords) ?? authErrorMessage(refusal) });
  };

  async function link(): Promise<void> {
    // Leaves for the provider, who sends the browser back to the dashboard.
    const { error } = await auth.client.linkIdentity({
      provider: "google",
      options: { redirectTo: `${location.origin}/admin` },
    });
    if (error) tellRefusal(error, link);
  }

  async function unlink(identity: UserIdentity): Promise<void> {
    setAsked(undefined);
    const { error } = await auth.client.unlinkIdentity(identity);
    if (error) return tellRefusal(error, () => unlink(identity));
    beforeRemoval();
    setNotice({ type: "success", text: linkedWords.unlinked });
    await Promise.all(
      [ACCOUNT_KEYS.identities, ACCOUNT_KEYS.auditLog].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  }

  const failed = (error: unknown) => {
    console.warn("The linked sign-in could not be changed", error);
    setNotice({ type: "error", text: MESSAGES.unexpected });
  };
  return (
    <section aria-labelledby="identities-heading">
      <h2 id="identities-heading" ref={heading} tabIndex={-1}>
        {words.linkedSignIn}
      </h2>
      {identities.isPending && <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>}
      {identities.isError && <LoadNote onRetry={identities.refetch}>{ADMIN_MESSAGES.loadFailed}</LoadNote>}
      {linked && (
        <ul className="account-list">
          <li>
            <p className="account-what">
              <strong>{linkedWords.name}</strong>
              <span>{String(linked.identity_data?.email ?? linked.id)}</span>
            </p>
            <button
              type="button"
              className="dashboard-button"
              aria-label={linkedWords.unlink}
              onClick={() => setAsked(linked)}
            >
              {words.unlink}
            </button>
          </li>
        </ul>
      )}
      {identities.isSuccess && !linked && (
        <>
          <p className="dashboard-note">{linkedWords.offer}</p>
          <button type="button" className="dashboard-button" onClick={() => link().catch(failed)}>
            {linkedWords.link}
          </button>
        </>
      )}
      <NoticeRegion notice={notice} />
      {asked && (
        <ConfirmDialog
          question={linkedWords.unlinkQuestion}
          verb={words.unlink}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => unlink(asked).catch(failed)}
        />
      )}
      {passwordAgain.dialog}
    </section>
  );
}
