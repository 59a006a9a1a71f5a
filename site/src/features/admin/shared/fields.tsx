import { type RefObject, useId, useState } from "react";
import * as words from "./words.ts";

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

/** A field for the present password. */
export function CurrentPasswordField(props: {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  isBusy: boolean;
  errorId: string | undefined;
  onChange: (password: string) => void;
}) {
  const { field, value, isBusy, errorId, onChange } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{words.currentPassword}</label>
      <input
        ref={field}
        id={id}
        className="field"
        type="password"
        name="current-password"
        required
        autoComplete="current-password"
        value={value}
        readOnly={isBusy}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

/** A field for a new password, with a button that shows it. */
export function NewPasswordField(props: {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  isBusy: boolean;
  rule: string;
  /** Id of the error message, if there is one. */
  errorId: string | undefined;
  onChange: (password: string) => void;
}) {
  const { field, value, isBusy, rule, errorId, onChange } = props;
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{words.newPassword}</label>
      <div className="field-row">
        <input
          ref={field}
          id={id}
          className="field"
          type={isShown ? "text" : "password"}
          name="new-password"
          required
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          readOnly={isBusy}
          aria-invalid={errorId !== undefined || undefined}
          aria-describedby={errorId ? `${id}-rule ${errorId}` : `${id}-rule`}
          onChange={(event) => onChange(event.target.value)}
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

/** Reads the digits of a typed or pasted code, also of "123 456". */
function digitsIn(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, CODE_LENGTH);
}

/** Number of digits of every code. */
export const CODE_LENGTH = 6;

/** A field for the six digits of a code. */
export function CodeField(props: {
  field?: RefObject<HTMLInputElement | null>;
  label: string;
  value: string;
  isBusy: boolean;
  errorId: string | undefined;
  onChange: (code: string) => void;
}) {
  const { field, label, value, isBusy, errorId, onChange } = props;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        className="field field-code"
        type="text"
        name="one-time-code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        readOnly={isBusy}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(digitsIn(event.target.value))}
      />
    </>
  );
}
