import { useId } from "react";

/** Pause after the last keystroke before a list is searched, in milliseconds. */
export const SEARCH_DELAY_MS = 250;

/**
 * A filter with a few values.
 *
 * @param everything label of the empty value, which filters nothing
 */
export function FilterSelect<Value extends string>(props: {
  label: string;
  everything: string;
  options: readonly { value: Value; label: string }[];
  value: Value | "";
  onChange: (value: Value | "") => void;
}) {
  const { label, everything, options, value, onChange } = props;
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value ?? "")}
      >
        <option value="">{everything}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
