import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { AuthFailure, OwnerAuth } from "../../../api/auth.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { cancel } from "../../../ui/words.ts";
import { authErrorMessage, isWrongPassword } from "../shared/auth-error-messages.ts";
import { CurrentPasswordField, UsernameField } from "../shared/fields.tsx";
import { proceed, verifying } from "../shared/words.ts";

/** Asking for the password where the service wants it once more before it changes a way in. */
type PasswordAgain = {
  /** Asks, if that is what a refusal is about. @param goOn what was refused, done again once the password is right */
  isAsked: (refusal: AuthFailure, goOn: () => void) => boolean;
  /** The window that asks, to be rendered. */
  dialog: ReactNode;
};

/** The built-in service takes a login of the last quarter of an hour; a hosted one decides for itself. */
export function usePasswordAgain(auth: OwnerAuth): PasswordAgain {
  const [refused, setRefused] = useState<{ goOn: () => void }>();
  return {
    isAsked(refusal, goOn) {
      if (refusal.code !== "reauthentication_needed") return false;
      setRefused({ goOn });
      return true;
    },
    dialog: refused && (
      <PasswordDialog
        auth={auth}
        onCancel={() => setRefused(undefined)}
        onConfirmed={() => {
          setRefused(undefined);
          refused.goOn();
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

  // The window itself would give the focus to what only password managers see.
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || password === "") return;
    setBusy(true);
    setMessage(undefined);
    const { error } = await auth.client.updateUser({ current_password: password });
    // Cancelled meanwhile: what was asked for is not done any more.
    if (!field.current) return;
    setBusy(false);
    if (!error) return onConfirmed();
    const refusal = auth.toAuthFailure(error);
    setMessage(isWrongPassword(refusal) ? ADMIN_MESSAGES.currentPasswordWrong : authErrorMessage(refusal));
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
          field={field}
          value={password}
          isBusy={isBusy}
          errorId={message && `${id}-error`}
          onChange={setPassword}
        />
        {message && (
          <Alert type="error" id={`${id}-error`}>
            {message}
          </Alert>
        )}
        <div className="dialog-actions">
          <button type="button" className="button button-quiet" onClick={onCancel}>
            {cancel}
          </button>
          {/* Not disabled: the focus stays where it is. */}
          <button type="submit" className="button" aria-disabled={isBusy || password === ""}>
            {isBusy ? verifying : proceed}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
