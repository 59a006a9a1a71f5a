import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OrderQuery } from "../../../api/orders.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { REFETCH_MS } from "../shared/queries.ts";

/** Names of what the cache keeps of orders. */
export const ORDER_KEYS = {
  all: ["orders"],
  summary: ["orders", "summary"],
  list: (query: OrderQuery) => ["orders", "list", query] as const,
  one: (id: number) => ["orders", "one", id] as const,
} as const;

/** Whether there are orders, and how many are open. */
export function useOrdersSummary() {
  const { orders } = useDashboard();
  return useQuery({
    queryKey: ORDER_KEYS.summary,
    queryFn: ({ signal }) => orders.summary(signal),
    refetchInterval: REFETCH_MS,
  });
}

/** One page of the list; the page before stays until the next one is there. */
export function useOrderList(query: OrderQuery) {
  const { orders } = useDashboard();
  return useQuery({
    queryKey: ORDER_KEYS.list(query),
    queryFn: ({ signal }) => orders.list(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    // A page that was left is asked for again: orders came and changed since.
    staleTime: 0,
    gcTime: 0,
  });
}

/** All of one order. */
export function useOrder(id: number) {
  const { orders } = useDashboard();
  return useQuery({
    queryKey: ORDER_KEYS.one(id),
    queryFn: ({ signal }) => orders.one(id, signal),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
    gcTime: 0,
  });
}
