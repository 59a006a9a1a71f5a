import type { OrderEntry } from "@porchlight/protocol/orders.ts";
import { Moment } from "../account/moment.tsx";
import { AS } from "../desk-table.ts";
import { OrderStateWords } from "./order-state.tsx";
import { itemsInWords, numberOf, wholeAmountOf } from "./order-words.ts";

const COLUMNS = ["Order", "Placed", "Buyer", "Items", "Status", "Total"];

/** A page of the list. In a narrow window each row reads as a card. */
export function OrderTable(props: {
  orders: readonly OrderEntry[];
  isBusy: boolean;
  onOpen: (order: OrderEntry) => void;
}) {
  const { orders, isBusy, onOpen } = props;
  return (
    <table {...AS.table} className="desk-table order-table" aria-busy={isBusy}>
      <caption className="visually-hidden">Orders, a page at a time</caption>
      <thead {...AS.group}>
        <tr {...AS.row}>
          {COLUMNS.map((column) => (
            <th {...AS.header} scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.group}>
        {orders.map((order) => (
          <tr {...AS.row} key={order.id}>
            <td {...AS.cell} className="order-number">
              {/* Its edges are those of the row. */}
              <button
                type="button"
                className="order-open"
                data-order={order.id}
                aria-label={`Open order ${numberOf(order)}`}
                onClick={() => onOpen(order)}
              >
                {numberOf(order)}
              </button>
            </td>
            <td {...AS.cell} className="order-placed">
              <Moment iso={order.placedAt} />
            </td>
            <td {...AS.cell} className="order-buyer">
              {order.name && <span className="order-name">{order.name}</span>}
              <span className="order-email">{order.email}</span>
            </td>
            <td {...AS.cell} className="order-items">
              {itemsInWords(order.quantity)}
            </td>
            <td {...AS.cell} className="order-status">
              <OrderStateWords order={order} />
            </td>
            <td {...AS.cell} className="order-total">
              {wholeAmountOf(order.total, order)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
