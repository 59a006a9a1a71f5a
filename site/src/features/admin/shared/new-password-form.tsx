import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@porchlight/protocol/limits.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { Alert } from "../../../ui/alert.tsx";
import { authErrorMessage, isAboutSignIn, isWrongPassword } from "./auth-error-messages.ts";
import { CurrentPasswordField, NewPasswordField, UsernameField } from "./fields.tsx";
import { saving } from "./words.ts";

type Field = "current" | "new";
type Change = { step: "idle" | "saving" } | { step: "refused"; message: string; about: Field };

/**
 * Sets another password for whoever is signed in.
 *
 * @param asksCurrent whether the present password is asked for, as of everybody who did not come by a letter
 * @param onDone called once it is set
 */
export function NewPasswordForm(props: {
  auth: OwnerAuth;
  button: string;
  className?: string;
  asksCurrent?: boolean;
  onDone: () => void | Promise<void>;
  /** Called when the sign-in itself is over, or needs its second step first. */
  onRefused: () => void;
}) {
  const { auth, button, className, asksCurrent = false, onDone, onRefused } = props;
  const [change, setChange] = useState<Change>({ step: "idle" });
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const fields = { current: useRef<HTMLInputElement>(null), new: useRef<HTMLInputElement>(null) };
  const id = useId();
  const isBusy = change.step === "saving";

  const isFilled = password !== "" && (!asksCurrent || current !== "");

  function refuse(message: string, about: Field = "new") {
    setChange({ step: "refused", message, about });
    fields[about].current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isFilled) return;
    const weakness = weaknessOf(password);
    if (weakness) return refuse(weakness);
    setChange({ step: "saving" });
    const { error } = await auth.client.updateUser({ password, ...(asksCurrent && { current_password: current }) });
    if (error) {
      const refusal = auth.toAuthFailure(error);
      if (isAboutSignIn(refusal)) onRefused();
      if (asksCurrent && refusal.code === "reauthentication_needed") return refuse(ADMIN_MESSAGES.loginTooOld);
      if (!isWrongPassword(refusal)) return refuse(authErrorMessage(refusal));
      setCurrent("");
      return refuse(ADMIN_MESSAGES.currentPasswordWrong, "current");
    }
    setPassword("");
    setCurrent("");
    setChange({ step: "idle" });
    await onDone();
  }

  const failed = (error: unknown) => {
    console.warn("The password could not be changed", error);
    refuse(MESSAGES.unexpected);
  };

  const isRefused = change.step === "refused";
  const errorIdOf = (field: Field) => (isRefused && change.about === field ? `${id}-error` : undefined);
  return (
    <form className={className} onSubmit={(event) => submit(event).catch(failed)} noValidate aria-busy={isBusy}>
      <UsernameField email={auth.email} />
      {asksCurrent && (
        <CurrentPasswordField
          field={fields.current}
          value={current}
          isBusy={isBusy}
          errorId={errorIdOf("current")}
          onChange={setCurrent}
        />
      )}
      <NewPasswordField
        field={fields.new}
        value={password}
        isBusy={isBusy}
        rule={ADMIN_MESSAGES.newPasswordRule}
        errorId={errorIdOf("new")}
        onChange={setPassword}
      />
      {isRefused && (
        <Alert type="error" id={`${id}-error`}>
          {change.message}
        </Alert>
      )}
      {/* Not disabled: the focus stays where it is. */}
      <button type="submit" className="button" aria-disabled={isBusy || !isFilled}>
        {isBusy ? saving : button}
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
