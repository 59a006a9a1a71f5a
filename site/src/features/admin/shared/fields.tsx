import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Alert } from "../../../ui/alert.tsx";
import * as words from "./words.ts";

type FieldProps = Omit<ComponentProps<"input">, "onChange"> & {
  label: string;
  isBusy?: boolean;
  /** Id of the error message, if there is one. */
  errorId?: string | undefined;
  onChange: (value: string) => void;
};

/** A field with its label. */
export function Field({ label, isBusy, errorId, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        readOnly={isBusy}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </>
  );
}

/** A hidden field that names the account for password managers. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** A field for the current password. */
export function CurrentPasswordField(props: Omit<FieldProps, "label">) {
  return (
    <Field
      label={words.currentPassword}
      type="password"
      name="current-password"
      required
      autoComplete="current-password"
      {...props}
    />
  );
}

/** A field for a new password, with a button that shows it. */
export function NewPasswordField(props: Omit<FieldProps, "label"> & { rule: string }) {
  const { isBusy, rule, errorId, onChange, ...input } = props;
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{words.newPassword}</label>
      <div className="field-row">
        <input
          id={id}
          className="field"
          type={isShown ? "text" : "password"}
          name="new-password"
          required
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isBusy}
          aria-invalid={errorId !== undefined || undefined}
          aria-describedby={errorId ? `${id}-rule ${errorId}` : `${id}-rule`}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
        <button
          type="button"
          className="button button-quiet"
          aria-pressed={isShown}
          aria-label={words.showPassword}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? words.hide : words.show}
        </button>
      </div>
      <p className="field-hint" id={`${id}-rule`}>
        {rule}
      </p>
    </>
  );
}

/** Number of digits of every code. */
export const CODE_LENGTH = 6;

/** A field for the six digits of a code, typed or pasted, even as "123 456". */
export function CodeField({ onChange, ...props }: FieldProps) {
  return (
    <Field
      className="field field-code"
      type="text"
      name="one-time-code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]*"
      onChange={(typed) => onChange(typed.replace(/\D/g, "").slice(0, CODE_LENGTH))}
      {...props}
    />
  );
}

/** The error message of a form; empty if there is none. */
export function FormError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert type="error" id={id}>
      {message}
    </Alert>
  );
}

/** The button that submits a form. It is never `disabled`, so that it does not lose the focus. */
export function SubmitButton({ isDisabled, children }: { isDisabled: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button" aria-disabled={isDisabled}>
      {children}
    </button>
  );
}
