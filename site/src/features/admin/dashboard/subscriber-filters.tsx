import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { EMAIL_MAX_LENGTH, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import { SEARCH_INSIDE_LENGTH } from "@porchlight/protocol/subscriber-filter.ts";
import { useEffect, useId, useState } from "react";
import { useLanguage } from "../../../ui/language.ts";
import { FilterSelect, SEARCH_DELAY_MS } from "../shared/filters.tsx";
import { clearFilters, filters, status } from "../shared/words.ts";
import { type FilterChoice, NO_CHOICE, toFilter } from "./filter-choice.ts";
import { useSources } from "./queries.ts";
import * as words from "./words.ts";

/** The last day to choose. A filter ends on the day after, the last one that the table accepts. */
const LAST_DAY = "9999-12-30";

const STATUSES = (["active", "unsubscribed"] as const).map((value) => ({ value, label: words.statuses[value] }));

/**
 * The filter fields of the list.
 *
 * @param onChange has to stay the same function; a new one restarts the pause after the last keystroke
 */
export function SubscriberFilters(props: { choice: FilterChoice; onChange: (choice: FilterChoice) => void }) {
  const { choice, onChange } = props;
  const [typed, setTyped] = useState(choice.email);
  const { data } = useSources();
  const id = useId();

  useEffect(() => {
    if (typed === choice.email) return;
    const timer = setTimeout(() => onChange({ ...choice, email: typed }), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, choice, onChange]);

  // A hosted database does not list its sources; these two always exist.
  const sources = data?.sources ?? WEBSITE_SOURCES.map((source) => ({ source, count: undefined }));
  const isChosen = typed !== "" || Object.keys(toFilter(choice)).length > 0;
  const language = useLanguage();
  const isShort = typed.trim() !== "" && [...typed.trim()].length < SEARCH_INSIDE_LENGTH;
  return (
    <form className="filters" aria-label={filters} onSubmit={(event) => event.preventDefault()}>
      <div className="filter filter-search">
        <label htmlFor={`${id}-email`}>{words.searchAddresses}</label>
        <input
          id={`${id}-email`}
          type="search"
          value={typed}
          maxLength={EMAIL_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.searchExample}
          aria-describedby={isShort ? `${id}-hint` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isShort && (
          <p className="filter-hint" id={`${id}-hint`}>
            {words.searchHint}
          </p>
        )}
      </div>
      <FilterSelect
        label={words.source}
        everything={words.everySource}
        options={sources.map(({ source, count }) => ({
          value: source,
          label: count === undefined ? source : `${source} (${formatNumber(count, language)})`,
        }))}
        value={choice.source}
        onChange={(source) => onChange({ ...choice, source })}
      />
      <FilterSelect
        label={status}
        everything={words.everyStatus}
        options={STATUSES}
        value={choice.status}
        onChange={(chosen) => onChange({ ...choice, status: chosen })}
      />
      <div className="filter">
        <label htmlFor={`${id}-from`}>{words.from}</label>
        <input
          id={`${id}-from`}
          type="date"
          value={choice.from}
          max={choice.to || LAST_DAY}
          aria-describedby={`${id}-utc`}
          onChange={(event) => onChange({ ...choice, from: event.target.value })}
        />
      </div>
      <div className="filter">
        <label htmlFor={`${id}-to`}>{words.to}</label>
        <input
          id={`${id}-to`}
          type="date"
          value={choice.to}
          min={choice.from || undefined}
          max={LAST_DAY}
          aria-describedby={`${id}-utc`}
          onChange={(event) => onChange({ ...choice, to: event.target.value })}
        />
      </div>
      {isChosen && (
        <button
          type="button"
          className="dashboard-button"
          onClick={() => {
            setTyped("");
            onChange(NO_CHOICE);
            // The button goes, so the first field gets the focus.
            document.getElementById(`${id}-email`)?.focus();
          }}
        >
          {clearFilters}
        </button>
      )}
      <p className="filter-utc" id={`${id}-utc`}>
        {words.utc}
      </p>
    </form>
  );
}
