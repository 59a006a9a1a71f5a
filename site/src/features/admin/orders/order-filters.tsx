import { ORDER_STATUSES, ORDER_TEXT_MAX_LENGTH } from "@porchlight/protocol/orders.ts";
import type { OrderQuery } from "../../../api/orders.ts";
import { FilterForm, FilterSelect } from "../shared/filters.tsx";
import { status as statusLabel } from "../shared/words.ts";
import * as words from "./words.ts";

const STATUSES = ORDER_STATUSES.map((status) => ({ value: status, label: words.STATUS_WORDS[status] }));

/** Values of the filter fields. An empty text does not filter. */
export type OrderChoice = Pick<OrderQuery, "search" | "status">;

export const EVERY_ORDER: OrderChoice = { search: "", status: "" };

/** The filter fields of the list. */
export function OrderFilters(props: { choice: OrderChoice; onChange: (choice: OrderChoice) => void }) {
  const { choice, onChange } = props;
  return (
    <FilterForm
      label={words.searchOrders}
      placeholder={words.searchExample}
      maxLength={ORDER_TEXT_MAX_LENGTH}
      search={choice.search}
      clean={toOneLine}
      isFiltered={choice.status !== ""}
      onSearch={(search) => onChange({ ...choice, search })}
      onClear={() => onChange(EVERY_ORDER)}
    >
      <FilterSelect
        label={statusLabel}
        everything={words.everyOrder}
        options={STATUSES}
        value={choice.status}
        onChange={(status) => onChange({ ...choice, status })}
      />
    </FilterForm>
  );
}

function toOneLine(typed: string): string {
  return typed.replace(/\p{Cc}+/gu, " ").trim();
}
