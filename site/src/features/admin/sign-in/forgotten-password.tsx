import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import type { Site } from "@porchlight/protocol/content.ts";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { Alert } from "../../../ui/alert.tsx";
import { authErrorMessage } from "../shared/auth-error-messages.ts";
import { CODE_LENGTH, CodeField, FormError, SubmitButton } from "../shared/fields.tsx";
import * as sharedWords from "../shared/words.ts";
import { Door } from "./door.tsx";
import type { LinkFailure, StepControl } from "./steps.ts";
import * as words from "./words.ts";

type Recovery = { step: "requesting" | "sent"; isBusy: boolean; message?: string };

const OF_LINK: Record<LinkFailure, { title: string; prompt: string }> = {
  expired: { title: ADMIN_MESSAGES.linkExpiredTitle, prompt: ADMIN_MESSAGES.linkExpired },
  elsewhere: { title: ADMIN_MESSAGES.linkElsewhereTitle, prompt: ADMIN_MESSAGES.linkElsewhere },
};

/** Sends the owner an email for a new password. The page does not say whether the email could be delivered. */
export function ForgottenPassword(props: {
  site: Site;
  auth: OwnerAuth;
  steps: StepControl;
  /** Why the link of an earlier email did not work, if the owner followed one. */
  link: LinkFailure | undefined;
  isFirst: boolean;
}) {
  const { site, auth, steps, link, isFirst } = props;
  const [recovery, setRecovery] = useState<Recovery>({ step: "requesting", isBusy: false });
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    // The button that had the focus has disappeared.
    if (recovery.step === "sent") field.current?.focus();
  }, [recovery.step]);

  async function send() {
    if (recovery.isBusy) return;
    setRecovery({ step: "requesting", isBusy: true });
    const { error } = await auth.client.resetPasswordForEmail(auth.email, { redirectTo: `${location.origin}/admin` });
    if (error) setRecovery({ step: "requesting", isBusy: false, message: authErrorMessage(auth.toAuthFailure(error)) });
    else setRecovery({ step: "sent", isBusy: false });
  }

  async function verify(event: FormEvent) {
    event.preventDefault();
    if (recovery.isBusy || code.length < CODE_LENGTH) return;
    setRecovery({ step: "sent", isBusy: true });
    const message = await steps.recoverWithCode(code);
    if (!message) return;
    setCode("");
    setRecovery({ step: "sent", isBusy: false, message });
    field.current?.focus();
  }

  const message = <FormError id={`${id}-error`} message={recovery.message} />;
  return (
    <Door
      site={site}
      {...(link ? OF_LINK[link] : { title: ADMIN_MESSAGES.forgotTitle, prompt: ADMIN_MESSAGES.forgotPrompt })}
      isFirst={isFirst}
    >
      {recovery.step === "requesting" ? (
        <div className="door-form">
          <p>
            {words.ownersAddress.before}
            <b>{auth.email.slice(0, 1)}</b>
            {words.ownersAddress.between}
            <b>{domainOf(auth.email)}</b>
            {words.ownersAddress.after}
          </p>
          {message}
          {/* The button is not `disabled`, so that it does not lose the focus. */}
          <button type="button" className="button" aria-disabled={recovery.isBusy} onClick={send}>
            {recovery.isBusy ? words.sending : words.sendEmail}
          </button>
        </div>
      ) : (
        <form className="door-form" onSubmit={verify} noValidate aria-busy={recovery.isBusy}>
          <Alert type="info">{ADMIN_MESSAGES.emailSent}</Alert>
          <CodeField
            ref={field}
            label={words.emailCode}
            value={code}
            isBusy={recovery.isBusy}
            errorId={recovery.message && `${id}-error`}
            onChange={setCode}
          />
          {message}
          <SubmitButton isDisabled={recovery.isBusy || code.length < CODE_LENGTH}>
            {recovery.isBusy ? sharedWords.verifying : sharedWords.proceed}
          </SubmitButton>
        </form>
      )}
      <button type="button" className="text-button" onClick={() => steps.proceed()}>
        {words.backToLogin}
      </button>
    </Door>
  );
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}
