import { useId } from "react";
import * as words from "./words.ts";

/** A field with a list of choices, or a sentence if there are none. */
export function SelectField(props: {
  label: string;
  /** Shown instead of an empty list. */
  none: string;
  /** Label of the empty value. */
  everything?: string;
  options: readonly { id: string; title: string }[];
  value: string;
  onChange: (id: string) => void;
}) {
  const { label, none, everything = words.begin.choose, options, value, onChange } = props;
  const id = useId();
  if (options.length === 0) return <p className="field-hint">{none}</p>;
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{everything}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.title}
          </option>
        ))}
      </select>
    </div>
  );
}
