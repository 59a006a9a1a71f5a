import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { hasConditions } from "../../../api/subscriber-filter.ts";
import type { PageQuery } from "../../../api/subscribers.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { CONTENT_KEY } from "../shared/queries.ts";

export const KEYS = {
  summary: ["summary"],
  content: CONTENT_KEY,
  growth: ["growth"],
  sources: ["sources"],
  visits: ["visits"],
  pages: ["page"],
  page: (query: PageQuery) => ["page", query] as const,
  matches: ["matches"],
  matching: (filter: SubscriberFilter) => ["matches", filter] as const,
} as const;

/** Pause between fetches of the numbers, in milliseconds, because "the last seven days" change as time passes. */
const SUMMARY_REFETCH_MS = 5 * 60_000;

/** Fetches the numbers of the list. */
export function useSummary() {
  const { subscribers } = useDashboard();
  return useQuery({
    queryKey: KEYS.summary,
    queryFn: ({ signal }) => subscribers.summary(signal),
    // The pause is random, so that dashboards that were opened together do not fetch together.
    refetchInterval: () => SUMMARY_REFETCH_MS * (1 + Math.random() / 5),
  });
}

export function useGrowth() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.growth, queryFn: ({ signal }) => reports.growth(signal) });
}

/** Fetches the sources of subscribers. */
export function useSources() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.sources, queryFn: ({ signal }) => reports.sources(signal) });
}

/** Fetches the visits of the last 30 days. */
export function useVisits() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.visits, queryFn: ({ signal }) => reports.visits(signal) });
}

/** Fetches a page of the list. The previous page stays until the next one has loaded. */
export function usePage(query: PageQuery) {
  const { subscribers } = useDashboard();
  return useQuery({
    queryKey: KEYS.page(query),
    queryFn: ({ signal }) => subscribers.page(query, signal),
    placeholderData: keepPreviousData,
    // A page is fetched at every visit, because rows may have changed.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Fetches the number of subscribers that match a filter. */
export function useMatching(filter: SubscriberFilter) {
  const { subscribers } = useDashboard();
  return useQuery({
    queryKey: KEYS.matching(filter),
    queryFn: ({ signal }) => subscribers.count(filter, signal),
    placeholderData: keepPreviousData,
    enabled: hasConditions(filter),
    gcTime: 0,
  });
}
