import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { DashboardButton } from "./dashboard-button.tsx";
import * as words from "./words.ts";

/** Pause after the last keystroke before a list is searched, in milliseconds. */
const SEARCH_DELAY_MS = 250;

/**
 * The filter fields of a list: a search, further fields, and a button that clears all.
 *
 * @param search the current search; `clean` converts the typed text to a search
 * @param isFiltered whether a further field filters the list
 * @param hint a sentence below the fields that explains some searches; its room stays free, so that nothing moves
 * @param footer content below the fields
 */
export function FilterForm(props: {
  label: string;
  placeholder: string;
  maxLength: number;
  search: string;
  clean?: (typed: string) => string;
  isFiltered: boolean;
  hint?: { words: string; isNeeded: (typed: string) => boolean };
  onSearch: (search: string) => void;
  onClear: () => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { label, placeholder, maxLength, search, clean = (text) => text, isFiltered, hint, footer, children } = props;
  const [typed, setTyped] = useState(search);
  const id = useId();
  const wanted = clean(typed);
  const onSearch = useEffectEvent(props.onSearch);
  const isHinted = hint?.isNeeded(typed) === true;

  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => onSearch(wanted), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return (
    <form className="filters" aria-label={words.filters} onSubmit={(event) => event.preventDefault()}>
      <div className="filter filter-search">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="search"
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          aria-describedby={isHinted ? `${id}-hint` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {children}
      {(typed !== "" || isFiltered) && (
        <DashboardButton
          onClick={() => {
            setTyped("");
            props.onClear();
            // The button is about to disappear, so the search field gets the focus.
            document.getElementById(id)?.focus();
          }}
        >
          {words.clearFilters}
        </DashboardButton>
      )}
      {(footer || hint) && (
        <div className="filter-notes">
          {footer}
          {hint && (
            <p className="filter-hint" id={`${id}-hint`} data-shown={isHinted}>
              {hint.words}
            </p>
          )}
        </div>
      )}
    </form>
  );
}

/**
 * A filter with a few values.
 *
 * @param everything label of the empty value, which does not filter
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
