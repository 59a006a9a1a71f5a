import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "@porchlight/protocol/limits.ts";
import { MESSAGES } from "@porchlight/protocol/messages.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import type { OwnerAuth } from "../../../api/auth.ts";
import { authErrorMessage, isAboutSignIn, isWrongPassword } from "./auth-error-messages.ts";
import { CurrentPasswordField, FormError, NewPasswordField, SubmitButton, UsernameField } from "./fields.tsx";
import { saving } from "./words.ts";

type Field = "current" | "new";
type Change = { step: "idle" | "saving" } | { step: "failed"; message: string; about: Field };

/**
 * Changes the owner's password.
 *
 * @param needsCurrent whether the form asks for the current password too; not needed after a link in an email
 * @param onDone called after the change
 */
export function NewPasswordForm(props: {
  auth: OwnerAuth;
  button: string;
  className?: string;
  needsCurrent?: boolean;
  onDone: () => void | Promise<void>;
  /** Called when the session has ended or lacks its second step. */
  onRejected: () => void;
}) {
  const { auth, button, className, needsCurrent = false, onDone, onRejected } = props;
  const [change, setChange] = useState<Change>({ step: "idle" });
  const [password, setPassword] = useState("");
  const [current, setCurrent] = useState("");
  const fields = { current: useRef<HTMLInputElement>(null), new: useRef<HTMLInputElement>(null) };
  const id = useId();
  const isBusy = change.step === "saving";

  const isFilled = password !== "" && (!needsCurrent || current !== "");

  function showError(message: string, about: Field = "new") {
    setChange({ step: "failed", message, about });
    fields[about].current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isFilled) return;
    const weakness = findWeakness(password);
    if (weakness) return showError(weakness);
    setChange({ step: "saving" });
    const { error } = await auth.client.updateUser({ password, ...(needsCurrent && { current_password: current }) });
    if (error) {
      const failure = auth.toAuthFailure(error);
      if (isAboutSignIn(failure)) onRejected();
      if (needsCurrent && failure.code === "reauthentication_needed") return showError(ADMIN_MESSAGES.loginTooOld);
      if (!isWrongPassword(failure)) return showError(authErrorMessage(failure));
      setCurrent("");
      return showError(ADMIN_MESSAGES.currentPasswordWrong, "current");
    }
    setPassword("");
    setCurrent("");
    setChange({ step: "idle" });
    await onDone();
  }

  const failed = (error: unknown) => {
    console.warn("The password could not be changed", error);
    showError(MESSAGES.unexpected);
  };

  const hasFailed = change.step === "failed";
  const errorIdOf = (field: Field) => (hasFailed && change.about === field ? `${id}-error` : undefined);
  return (
    <form className={className} onSubmit={(event) => submit(event).catch(failed)} noValidate aria-busy={isBusy}>
      <UsernameField email={auth.email} />
      {needsCurrent && (
        <CurrentPasswordField
          ref={fields.current}
          value={current}
          isBusy={isBusy}
          errorId={errorIdOf("current")}
          onChange={setCurrent}
        />
      )}
      <NewPasswordField
        ref={fields.new}
        value={password}
        isBusy={isBusy}
        rule={ADMIN_MESSAGES.newPasswordRule}
        errorId={errorIdOf("new")}
        onChange={setPassword}
      />
      <FormError id={`${id}-error`} message={hasFailed ? change.message : undefined} />
      <SubmitButton isDisabled={isBusy || !isFilled}>{isBusy ? saving : button}</SubmitButton>
    </form>
  );
}

/** Checks the length of a new password as the auth service does. */
function findWeakness(password: string): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH) return ADMIN_MESSAGES.passwordTooShort;
  return length > PASSWORD_MAX_LENGTH ? ADMIN_MESSAGES.passwordTooLong : undefined;
}
