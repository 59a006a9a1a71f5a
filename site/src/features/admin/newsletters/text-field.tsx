import { type HTMLAttributes, useId } from "react";

/** A labelled line of text, with a hint below the label. */
export function TextField(props: {
  label: string;
  hint?: string;
  id?: string;
  type?: "text" | "date" | "datetime-local";
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  placeholder?: string;
  maxLength?: number;
  value: string;
  /** The error message. */
  problem?: string | undefined;
  onChange: (value: string) => void;
}) {
  const { label, hint, type = "text", value, problem, onChange, ...rest } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <div className="form-field" data-invalid={problem !== undefined || undefined}>
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...rest}
        id={id}
        className="field"
        type={type}
        dir={type === "text" ? "auto" : undefined}
        value={value}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${hint === undefined ? "" : `${id}-hint `}${id}-problem`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="form-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  );
}
