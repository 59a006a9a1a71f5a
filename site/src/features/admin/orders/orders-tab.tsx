import { ADMIN_MESSAGES } from "@porchlight/protocol/admin-messages.ts";
import { ORDERS_TAB_MESSAGES } from "@porchlight/protocol/order-messages.ts";
import { useEffect, useRef, useState } from "react";
import { isMissing } from "../../../api/access.ts";
import { Alert } from "../../../ui/alert.tsx";
import { useLanguage } from "../../../ui/language.ts";
import { LoadNote } from "../shared/load-note.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { type OrderChoice, OrderFilters } from "./order-filters.tsx";
import { OrderPager } from "./order-pager.tsx";
import { OrderTable } from "./order-table.tsx";
import { OrdersFileButton, OrdersFileNote, useOrdersFile } from "./orders-file.tsx";
import { useOrderList } from "./queries.ts";
import { useOpenedOrder } from "./use-opened-order.ts";
import { useOrderChanges } from "./use-order-change.ts";
import * as words from "./words.ts";
import "./orders-tab.css";
import "./order-print.css";

const FIRST_PAGE: readonly number[] = [];

/** The list of orders, and the open order. Source: docs/product.md §2, Admin, Orders. */
export function OrdersTab({
  choice,
  onChoose,
  onCheckUp,
}: {
  choice: OrderChoice;
  onChoose: (choice: OrderChoice) => void;
  onCheckUp: () => void;
}) {
  // Another choice begins at its first page.
  const [{ path, of }, setPage] = useState({ path: FIRST_PAGE, of: choice });
  if (of !== choice) setPage({ path: FIRST_PAGE, of: choice });
  const setPath = (path: readonly number[]) => setPage({ path, of: choice });
  const language = useLanguage();
  const changes = useOrderChanges();
  const { opened, open, close } = useOpenedOrder(() => {
    changes.forgetFailure();
    if (!opened) scrolledTo.current = scrollY;
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const openedBefore = useRef<number>(undefined);
  /** Scroll position of the list when an order was opened. */
  const scrolledTo = useRef(0);
  const file = useOrdersFile();
  // The list is fetched even while an order is open, so that it is there at once when the owner returns.
  const {
    data: list,
    error,
    isPending,
    isPlaceholderData,
    refetch,
  } = useOrderList({
    ...choice,
    before: path.at(-1) ?? null,
  });
  // A hosted store has no orders here.
  const isError = error !== null && !isMissing(error);
  const orders = list?.orders ?? [];
  const isEmpty = orders.length === 0 && !isPending && !isPlaceholderData;
  const isFiltered = choice.search !== "" || choice.status !== "";

  // The page may be empty because its last order no longer matches the filter.
  if (isEmpty && !isError && path.length > 0) setPath(path.slice(0, -1));

  useEffect(() => {
    const before = openedBefore.current;
    openedBefore.current = opened?.id;
    const isInSight = !heading.current?.closest("[hidden]");
    if (opened || before === undefined || !isInSight) return;
    const row = document.querySelector<HTMLElement>(`[data-order="${before}"]`);
    scrollTo(0, scrolledTo.current);
    (row ?? heading.current)?.focus();
  }, [opened]);

  if (opened) {
    return <OrderDetail key={opened.id} which={opened} changes={changes} onCheckUp={onCheckUp} onBack={close} />;
  }

  return (
    <div className="orders">
      <div className="list-head">
        <h2 ref={heading} tabIndex={-1}>
          {words.orders}
        </h2>
        {/* Screen readers announce the matches of a search, but not every new order. */}
        <p className="list-count">
          {list && !isFiltered && words.ordersInWords(list.total, language)}
          <span role="status">{list && isFiltered && words.matchesInWords(list.total, language)}</span>
        </p>
        <OrdersFileButton file={file} />
        <OrdersFileNote file={file} />
      </div>
      <OrderFilters choice={choice} onChange={onChoose} />
      {changes.failure && <Alert type="error">{words.failureElsewhere(changes.failure)}</Alert>}
      {isError && <LoadNote onRetry={refetch}>{ORDERS_TAB_MESSAGES.listFailed}</LoadNote>}
      {isPending && !isError && <p className="dashboard-note">{ADMIN_MESSAGES.loading}</p>}
      {isEmpty && !isError && (
        <p className="list-empty">{isFiltered ? ORDERS_TAB_MESSAGES.noMatch : ORDERS_TAB_MESSAGES.noOrders}</p>
      )}
      {list && orders.length > 0 && (
        <>
          <OrderTable orders={orders} isBusy={isPlaceholderData} onOpen={open} />
          <OrderPager list={list} path={path} isBusy={isPlaceholderData} onMove={setPath} />
        </>
      )}
    </div>
  );
}
