import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { AuthFailure, OwnerAuth } from "../../../api/auth.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { cancel } from "../../../ui/words.ts";
import { authErrorMessage, isWrongPassword } from "../shared/auth-error-messages.ts";
import { CurrentPasswordField, FormError, SubmitButton, UsernameField } from "../shared/fields.tsx";
import { proceed, verifying } from "../shared/words.ts";

/** The password prompt that the auth service requires before some changes of the sign-in. */
type PasswordAgain = {
  /** Opens the prompt if a call failed because it needs the password. @param retry repeats the call after the check */
  handles: (failure: AuthFailure, retry: () => void) => boolean;
  /** The prompt, to be rendered. */
  dialog: ReactNode;
};

/**
 * Asks for the password if the auth service requires it. The built-in service does so from 15 minutes after the login,
 * a hosted service by its own rule.
 */
export function usePasswordAgain(auth: OwnerAuth): PasswordAgain {
  const [pending, setPending] = useState<{ retry: () => void }>();
  return {
    handles(failure, retry) {
      if (failure.code !== "reauthentication_needed") return false;
      setPending({ retry });
      return true;
    },
    dialog: pending && (
      <PasswordDialog
        auth={auth}
        onCancel={() => setPending(undefined)}
        onConfirmed={() => {
          setPending(undefined);
          pending.retry();
        }}
      />
    ),
  };
}

function PasswordDialog(props: { auth: OwnerAuth; onCancel: () => void; onConfirmed: () => void }) {
  const { auth, onCancel, onConfirmed } = props;
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  // Without this, the dialog would focus the hidden field for password managers.
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || password === "") return;
    setBusy(true);
    setMessage(undefined);
    const { error } = await auth.client.updateUser({ current_password: password });
    // The form is no longer in the page, because the owner has cancelled.
    if (!field.current) return;
    setBusy(false);
    if (!error) return onConfirmed();
    const failure = auth.toAuthFailure(error);
    setMessage(isWrongPassword(failure) ? ADMIN_MESSAGES.currentPasswordWrong : authErrorMessage(failure));
    setPassword("");
    field.current.focus();
  }

  return (
    <Dialog label={ADMIN_MESSAGES.passwordAgainTitle} onClose={onCancel}>
      <p>{ADMIN_MESSAGES.passwordAgain}</p>
      <form
        className="account-form"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) =>
          submit(event).catch((error: unknown) => {
            console.warn("The password could not be checked", error);
            setBusy(false);
            setMessage(MESSAGES.unexpected);
          })
        }
      >
        <UsernameField email={auth.email} />
        <CurrentPasswordField
          ref={field}
          value={password}
          isBusy={isBusy}
          errorId={message && `${id}-error`}
          onChange={setPassword}
        />
        <FormError id={`${id}-error`} message={message} />
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {cancel}
          </button>
          <SubmitButton isDisabled={isBusy || password === ""}>{isBusy ? verifying : proceed}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
