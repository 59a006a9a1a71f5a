import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import type { Factor } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { authErrorMessage, isAboutSignIn } from "../shared/auth-error-messages.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { Moment } from "../shared/moment.tsx";
import { type Notice, NoticeRegion } from "../shared/notices.tsx";
import { useReload } from "../shared/queries.ts";
import { Section } from "../shared/section.tsx";
import type { AdminSession } from "../shared/session.ts";
import { useFocusFallback } from "../shared/use-focus-fallback.ts";
import { remove } from "../shared/words.ts";
import { AddAuthenticator } from "./add-authenticator.tsx";
import { usePasswordAgain } from "./password-again.tsx";
import { ACCOUNT_KEYS, requireData } from "./queries.ts";
import * as words from "./words.ts";

/** The authenticator apps of the second step. */
export function SecondFactors({ auth, session, site }: { auth: OwnerAuth; session: AdminSession; site: Site }) {
  const reload = useReload();
  const [isAdding, setAdding] = useState(false);
  const [pending, setPending] = useState<Factor>();
  const [notice, setNotice] = useState<Notice>();
  const { heading, beforeRemoval } = useFocusFallback();
  const passwordAgain = usePasswordAgain(auth);
  const factors = useQuery({
    queryKey: ACCOUNT_KEYS.factors,
    queryFn: async () => {
      const { totp, phone } = requireData(await auth.client.mfa.listFactors(), auth);
      return [...totp, ...phone] as Factor[];
    },
  });

  async function reloadAll() {
    // Updates the session: it stores the factors, which decide what the token may do.
    await auth.recheck();
    await reload(ACCOUNT_KEYS.factors, ACCOUNT_KEYS.sessions, ACCOUNT_KEYS.auditLog);
  }

  async function removeFactor(factor: Factor) {
    setPending(undefined);
    const { error } = await auth.client.mfa.unenroll({ factorId: factor.id });
    if (error) {
      const failure = auth.toAuthFailure(error);
      if (passwordAgain.handles(failure, () => confirmed(factor))) return;
      if (isAboutSignIn(failure)) session.onRejected();
      return setNotice({ type: "error", text: authErrorMessage(failure) });
    }
    beforeRemoval();
    setNotice({ type: "success", text: ADMIN_MESSAGES.factorRemoved });
    await reloadAll();
  }

  function confirmed(factor: Factor) {
    removeFactor(factor).catch((error: unknown) => {
      console.warn("An authenticator app could not be removed", error);
      setNotice({ type: "error", text: MESSAGES.unexpected });
    });
  }

  return (
    <Section id="second-step-heading" title={words.secondStep} heading={heading}>
      <p className="dashboard-note">{words.secondStepNote}</p>
      <LoadState query={factors} failed={ADMIN_MESSAGES.loadFailed} />
      {factors.data?.length === 0 && !isAdding && <p className="account-none">{words.noApp}</p>}
      {factors.data && factors.data.length > 0 && (
        <ul className="account-list">
          {factors.data.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => setPending(factor)} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddAuthenticator
          auth={auth}
          site={site}
          names={factors.data?.map(nameOf) ?? []}
          onCancel={() => {
            beforeRemoval();
            setAdding(false);
          }}
          onDone={async () => {
            beforeRemoval();
            setAdding(false);
            setNotice({ type: "success", text: ADMIN_MESSAGES.factorAdded });
            await reloadAll();
          }}
        />
      ) : (
        <DashboardButton
          onClick={() => {
            setNotice(undefined);
            setAdding(true);
          }}
        >
          {words.addApp}
        </DashboardButton>
      )}
      <NoticeRegion notice={notice} />
      {pending && (
        <ConfirmDialog
          question={words.removeQuestion(nameOf(pending))}
          verb={remove}
          onCancel={() => setPending(undefined)}
          onConfirm={() => confirmed(pending)}
        >
          <p>{words.removedApp}</p>
        </ConfirmDialog>
      )}
      {passwordAgain.dialog}
    </Section>
  );
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = nameOf(factor);
  return (
    <li>
      <p className="account-what">
        <strong>{name}</strong>
        <span>
          {words.setUp}
          <Moment iso={factor.created_at} />
        </span>
      </p>
      <DashboardButton label={words.removeApp(name)} onClick={onRemove}>
        {remove}
      </DashboardButton>
    </li>
  );
}

function nameOf(factor: Factor): string {
  return factor.friendly_name || words.unnamedFactor[factor.factor_type === "phone" ? "phone" : "app"];
}
