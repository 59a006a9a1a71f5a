import type { OrderList } from "@porchlight/protocol/orders.ts";
import { useLanguage } from "../../../ui/language.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { formatSpan } from "../shared/format.ts";
import { newer, newest, older } from "../shared/words.ts";
import { ownersDay, pages } from "./words.ts";

/** Moves between pages. `path` has the start of each page after the first, for the way back. */
export function OrderPager(props: {
  list: OrderList;
  path: readonly number[];
  /** Whether another page is loading. */
  isBusy: boolean;
  onMove: (path: readonly number[]) => void;
}) {
  const { list, path, isBusy, onMove } = props;
  const { next, orders } = list;
  const language = useLanguage();
  if (next === null && path.length === 0) return null;
  return (
    <nav className="pager" aria-label={pages}>
      <DashboardButton isDisabled={path.length === 0} onClick={() => onMove([])}>
        {newest}
      </DashboardButton>
      <DashboardButton isDisabled={path.length === 0} onClick={() => onMove(path.slice(0, -1))}>
        {newer}
      </DashboardButton>
      <p className="pager-span" role="status">
        {formatEdges(orders, language)}
      </p>
      <DashboardButton isDisabled={next === null || isBusy} onClick={() => next !== null && onMove([...path, next])}>
        {older}
      </DashboardButton>
    </nav>
  );
}

function formatEdges(orders: OrderList["orders"], language: string): string {
  const [first, last] = [orders[0], orders.at(-1)];
  return first && last ? formatSpan(ownersDay(first.placedAt, language), ownersDay(last.placedAt, language)) : "";
}
