import type { Subscriber } from "@porchlight/protocol/subscriber.ts";
import type { Order } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { formatDay, formatTime } from "../shared/format.ts";
import { ROLES } from "../shared/table.ts";
import { remove, sourceInWords } from "../shared/words.ts";
import type { Removal } from "./use-removal.tsx";
import * as words from "./words.ts";

/** A page of the list. In a narrow window each row is a card. */
export function SubscriberTable(props: {
  rows: readonly Subscriber[];
  order: Order;
  isBusy: boolean;
  removal: Removal;
  onOrder: (order: Order) => void;
}) {
  const { rows, order, isBusy, removal, onOrder } = props;
  const language = useLanguage();
  return (
    <table {...ROLES.table} className="dashboard-table subscriber-table" aria-busy={isBusy}>
      <caption className="visually-hidden">{words.tableCaption}</caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          <SortableHeader by="email" label={words.email} order={order} onOrder={onOrder} />
          <SortableHeader by="subscribed_at" label={words.subscribed} order={order} onOrder={onOrder} />
          <th {...ROLES.header} scope="col">
            {words.source}
          </th>
          <th {...ROLES.header} scope="col">
            {words.actions}
          </th>
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {rows.map((row) => (
          <tr {...ROLES.row} key={row.id}>
            <td {...ROLES.cell} className="cell-email">
              <span>
                <EmailAddress email={row.email} />
              </span>
              {(row.first_name || row.last_name) && (
                <span className="cell-name">{[row.first_name, row.last_name].filter(Boolean).join(" ")}</span>
              )}
              {row.status !== "active" && <span className="cell-status">{row.status}</span>}
            </td>
            <td {...ROLES.cell} className="cell-time">
              <time dateTime={row.subscribed_at}>
                {formatDay(row.subscribed_at, language)}{" "}
                <span className="cell-clock">{formatTime(row.subscribed_at, language)}</span>
              </time>
            </td>
            <td {...ROLES.cell} className="cell-source">
              {sourceInWords(row.source)}
            </td>
            <td {...ROLES.cell} className="cell-action">
              <RemoveButton row={row} removal={removal} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RemoveButton({ row, removal }: { row: Subscriber; removal: Removal }) {
  const isBusy = removal.isRemoving(row);
  return (
    <button
      type="button"
      className="dashboard-button remove"
      aria-label={words.removeSubscriber(row.email)}
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && removal.ask(row)}
    >
      {isBusy ? words.removing : remove}
    </button>
  );
}

function SortableHeader(props: { by: Order["by"]; label: string; order: Order; onOrder: (order: Order) => void }) {
  const { by, label, order, onOrder } = props;
  const isSorted = order.by === by;
  // By default, emails sort from A, and times from the newest.
  const next = isSorted ? !order.ascending : by === "email";
  return (
    <th {...ROLES.header} scope="col" aria-sort={isSorted ? (order.ascending ? "ascending" : "descending") : undefined}>
      <button type="button" className="sort" onClick={() => onOrder({ by, ascending: next })}>
        {label}
        <span className="sort-arrow" aria-hidden="true">
          {isSorted ? (order.ascending ? "↑" : "↓") : ""}
        </span>
      </button>
    </th>
  );
}
