import { ORDER_STATUSES, ORDER_TEXT_MAX_LENGTH } from "@porchlight/protocol/orders.ts";
import { useEffect, useId, useState } from "react";
import type { OrderQuery } from "../../../api/orders.ts";
import { FilterSelect, SEARCH_DELAY_MS } from "../shared/filters.tsx";
import { clearFilters, filters, status as statusLabel } from "../shared/words.ts";
import * as words from "./words.ts";

const STATUSES = ORDER_STATUSES.map((status) => ({ value: status, label: words.STATUS_WORDS[status] }));

/** Values of the filter fields; an empty text filters nothing. */
export type OrderChoice = Pick<OrderQuery, "search" | "status">;

export const EVERY_ORDER: OrderChoice = { search: "", status: "" };

/**
 * The filter fields of the list.
 *
 * @param onChange has to stay the same function; a new one restarts the pause after the last keystroke
 */
export function OrderFilters(props: { choice: OrderChoice; onChange: (choice: OrderChoice) => void }) {
  const { choice, onChange } = props;
  const [typed, setTyped] = useState(choice.search);
  const id = useId();
  const search = textOf(typed);

  useEffect(() => {
    if (search === choice.search) return;
    const timer = setTimeout(() => onChange({ ...choice, search }), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [search, choice, onChange]);

  return (
    <form className="filters" aria-label={filters} onSubmit={(event) => event.preventDefault()}>
      <div className="filter filter-search">
        <label htmlFor={`${id}-search`}>{words.searchOrders}</label>
        <input
          id={`${id}-search`}
          type="search"
          value={typed}
          maxLength={ORDER_TEXT_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.searchExample}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <FilterSelect
        label={statusLabel}
        everything={words.everyOrder}
        options={STATUSES}
        value={choice.status}
        onChange={(status) => onChange({ ...choice, status })}
      />
      {(typed !== "" || choice.status !== "") && (
        <button
          type="button"
          className="dashboard-button"
          onClick={() => {
            setTyped("");
            onChange(EVERY_ORDER);
            // The button goes, so the first field gets the focus.
            document.getElementById(`${id}-search`)?.focus();
          }}
        >
          {clearFilters}
        </button>
      )}
    </form>
  );
}

/** Converts typed or pasted text to one line. */
function textOf(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, " ").trim();
}
