import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@porchlight/protocol/limits.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../api/auth.ts";
import { Alert } from "../../ui/alert.tsx";
import { isAboutSignIn, wordsFor } from "./refusal-words.ts";
import { NewPasswordField, UsernameField } from "./sign-in/fields.tsx";

type Change = { step: "idle" | "saving" } | { step: "refused"; message: string };

/**
 * Sets another password for whoever is signed in.
 *
 * @param onDone called once it is set
 */
export function NewPasswordForm(props: {
  auth: OwnerAuth;
  button: string;
  className?: string;
  onDone: () => void | Promise<void>;
  /** Called when the sign-in itself is over, or needs its second step first. */
  onRefused: () => void;
}) {
  const { auth, button, className, onDone, onRefused } = props;
  const [change, setChange] = useState<Change>({ step: "idle" });
  const [password, setPassword] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isBusy = change.step === "saving";

  function refuse(message: string) {
    setChange({ step: "refused", message });
    field.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || password === "") return;
    const weakness = weaknessOf(password);
    if (weakness) return refuse(weakness);
    setChange({ step: "saving" });
    const { error } = await auth.client.updateUser({ password });
    if (error) {
      const refusal = auth.refusalOf(error);
      if (isAboutSignIn(refusal)) onRefused();
      return refuse(wordsFor(refusal));
    }
    setPassword("");
    setChange({ step: "idle" });
    await onDone();
  }

  const isRefused = change.step === "refused";
  return (
    <form className={className} onSubmit={submit} noValidate aria-busy={isBusy}>
      <UsernameField email={auth.email} />
      <NewPasswordField
        field={field}
        value={password}
        isBusy={isBusy}
        rule={ADMIN_MESSAGES.newPasswordRule}
        errorId={isRefused ? `${id}-error` : undefined}
        onChange={setPassword}
      />
      {isRefused && (
        <Alert type="error" id={`${id}-error`}>
          {change.message}
        </Alert>
      )}
      <button type="submit" className="button" disabled={isBusy || password === ""}>
        {isBusy ? "Saving..." : button}
      </button>
    </form>
  );
}

/** What is wrong with a new password before it is sent, counted as the auth service counts. */
function weaknessOf(password: string): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) return ADMIN_MESSAGES.passwordTooShort;
  return length > PASSWORD_MAX_LENGTH ? ADMIN_MESSAGES.passwordTooLong : undefined;
}
