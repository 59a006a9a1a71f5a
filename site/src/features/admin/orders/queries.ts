import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OrderQuery } from "../../../api/orders.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { REFETCH_MS } from "../shared/queries.ts";

export const ORDER_KEYS = {
  all: ["orders"],
  summary: ["orders", "summary"],
  list: (query: OrderQuery) => ["orders", "list", query] as const,
  one: (id: number) => ["orders", "one", id] as const,
} as const;

/** Fetches whether there are orders, and how many are open. */
export function useOrdersSummary() {
  const { orders } = useDashboard();
  return useQuery({
    queryKey: ORDER_KEYS.summary,
    queryFn: ({ signal }) => orders.summary(signal),
    refetchInterval: REFETCH_MS,
  });
}

/** Fetches a page of the list. The previous page stays until the next one has loaded. */
export function useOrderList(query: OrderQuery) {
  const { orders } = useDashboard();
  return useQuery({
    queryKey: ORDER_KEYS.list(query),
    queryFn: ({ signal }) => orders.list(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    // A page is fetched at every visit, because orders may have changed.
    staleTime: 0,
    gcTime: 0,
  });
}

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
