import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { UserIdentity } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { LoadNote } from "../dashboard/load-note.tsx";
import { wordsFor } from "../refusal-words.ts";
import type { Notice } from "../steps.ts";
import { dataOf } from "./auth-answer.ts";
import { ACCOUNT_KEYS } from "./keys.ts";
import { NoticeRegion } from "./notice-region.tsx";
import { useKeptPlace } from "./use-kept-place.ts";

/** The Google account that opens the desk beside the password. */
export function Identities({ auth }: { auth: OwnerAuth }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<UserIdentity>();
  const [notice, setNotice] = useState<Notice>();
  const { heading, willGo } = useKeptPlace();
  const identities = useQuery({
    queryKey: ACCOUNT_KEYS.identities,
    queryFn: async () => dataOf(await auth.client.getUserIdentities(), auth).identities,
  });
  const google = identities.data?.find(({ provider }) => provider === "google");

  async function link() {
    // Leaves for the provider, who sends the browser back to the desk.
    const { error } = await auth.client.linkIdentity({
      provider: "google",
      options: { redirectTo: `${location.origin}/admin` },
    });
    if (error) setNotice({ type: "error", text: wordsFor(auth.refusalOf(error)) });
  }

  async function unlink(identity: UserIdentity) {
    setAsked(undefined);
    const { error } = await auth.client.unlinkIdentity(identity);
    if (error) return setNotice({ type: "error", text: wordsFor(auth.refusalOf(error)) });
    willGo();
    setNotice({ type: "success", text: ADMIN_MESSAGES.identityUnlinked });
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
        Linked Sign-in
      </h2>
      {identities.isPending && <p className="desk-note">{ADMIN_MESSAGES.loading}</p>}
      {identities.isError && <LoadNote onRetry={identities.refetch}>{ADMIN_MESSAGES.loadFailed}</LoadNote>}
      {google && (
        <ul className="account-list">
          <li>
            <p className="account-what">
              <strong>Google</strong>
              <span>{String(google.identity_data?.email ?? google.id)}</span>
            </p>
            <button type="button" className="desk-button" aria-label="Unlink Google" onClick={() => setAsked(google)}>
              Unlink
            </button>
          </li>
        </ul>
      )}
      {identities.isSuccess && !google && (
        <>
          <p className="desk-note">With a linked Google account you can log in without the password.</p>
          <button type="button" className="desk-button" onClick={() => link().catch(failed)}>
            Link a Google account
          </button>
        </>
      )}
      <NoticeRegion notice={notice} />
      {asked && (
        <ConfirmDialog
          question="Are you sure you want to unlink this Google account?"
          verb="Unlink"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => unlink(asked).catch(failed)}
        />
      )}
    </section>
  );
}
