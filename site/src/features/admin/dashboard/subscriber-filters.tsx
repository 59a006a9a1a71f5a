import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { EMAIL_MAX_LENGTH, WEBSITE_SOURCES } from "@porchlight/protocol/subscriber.ts";
import { SEARCH_INSIDE_LENGTH } from "@porchlight/protocol/subscriber-filter.ts";
import { useId } from "react";
import { useLanguage } from "../../../ui/language.ts";
import { FilterForm, FilterSelect } from "../shared/filters.tsx";
import { sourceInWords, status } from "../shared/words.ts";
import { type FilterChoice, NO_CHOICE, toFilter } from "./filter-choice.ts";
import { useSources } from "./queries.ts";
import * as words from "./words.ts";

/** The last day that can be chosen. Its filter ends with the start of the next day, the last one the table accepts. */
const LAST_DAY = "9999-12-30";

const STATUSES = (["active", "unsubscribed"] as const).map((value) => ({ value, label: words.statuses[value] }));

/** The filter fields of the list. */
export function SubscriberFilters(props: { choice: FilterChoice; onChange: (choice: FilterChoice) => void }) {
  const { choice, onChange } = props;
  const { data } = useSources();
  const id = useId();
  const language = useLanguage();
  // A hosted database does not list its sources, but these two always exist.
  const sources = data?.sources ?? WEBSITE_SOURCES.map((source) => ({ source, count: undefined }));
  return (
    <FilterForm
      label={words.searchAddresses}
      placeholder={words.searchExample}
      maxLength={EMAIL_MAX_LENGTH}
      search={choice.email}
      isFiltered={Object.keys(toFilter(choice)).length > 0}
      hint={{ words: words.searchHint, isNeeded: (typed) => isShort(typed.trim()) }}
      onSearch={(email) => onChange({ ...choice, email })}
      onClear={() => onChange(NO_CHOICE)}
      footer={<p id={`${id}-utc`}>{words.utc}</p>}
    >
      <FilterSelect
        label={words.source}
        everything={words.everySource}
        options={sources.map(({ source, count }) => {
          const label = sourceInWords(source);
          return { value: source, label: count === undefined ? label : `${label} (${formatNumber(count, language)})` };
        })}
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
    </FilterForm>
  );
}

function isShort(search: string): boolean {
  return search !== "" && [...search].length < SEARCH_INSIDE_LENGTH;
}
