import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { EmailAddress } from "../shared/email-address.tsx";
import { ROLES } from "../shared/table.ts";
import { OrderStateWords } from "./order-state.tsx";
import { columns, formatSum, itemsInWords, numberOf, openOrder, ownersDay, ownersTime, tableCaption } from "./words.ts";

/** A page of the list. In a narrow window each row is a card. */
export function OrderTable(props: {
  orders: readonly OrderEntry[];
  isBusy: boolean;
  onOpen: (order: OrderEntry) => void;
}) {
  const { orders, isBusy, onOpen } = props;
  const language = useLanguage();
  return (
    <table {...ROLES.table} className="dashboard-table order-table" aria-busy={isBusy}>
      <caption className="visually-hidden">{tableCaption}</caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {Object.entries(columns).map(([column, name]) => (
            <th {...ROLES.header} scope="col" className={`order-${column}-head`} key={column}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {orders.map((order) => (
          <tr {...ROLES.row} key={order.id}>
            <td {...ROLES.cell} className="order-number">
              {/* The button covers the row. */}
              <button
                type="button"
                className="order-open"
                data-order={order.id}
                aria-label={openOrder(order)}
                onClick={() => onOpen(order)}
              >
                {numberOf(order)}
              </button>
            </td>
            <td {...ROLES.cell} className="order-placed">
              <Placed iso={order.placedAt} />
            </td>
            <td {...ROLES.cell} className="order-buyer">
              {order.name && <span className="order-name">{order.name}</span>}
              <span className="order-email">
                <EmailAddress email={order.email} />
              </span>
            </td>
            <td {...ROLES.cell} className="order-items">
              <Items quantity={order.quantity} />
            </td>
            <td {...ROLES.cell} className="order-status">
              <OrderStateWords order={order} />
            </td>
            <td {...ROLES.cell} className="order-total">
              {formatSum(order.total, order, language)} <span className="unit">{order.currency}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Day and time of an order in the owner's time zone. */
function Placed({ iso }: { iso: string }) {
  const language = useLanguage();
  return (
    <time dateTime={iso}>
      {ownersDay(iso, language)} <span className="order-clock">{ownersTime(iso, language)}</span>
    </time>
  );
}

/** The number of items. The unit is for cards and screen readers; a wide page has it in the column's head. */
function Items({ quantity }: { quantity: number }) {
  const [count, unit] = itemsInWords(quantity, useLanguage()).split(" ");
  return (
    <>
      {count} <span className="order-unit">{unit}</span>
    </>
  );
}
