import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { hasConditions } from "../../../api/subscriber-filter.ts";
import type { PageQuery, Summary } from "../../../api/subscribers.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { REFETCH_MS } from "../shared/queries.ts";

/** Names of what the cache keeps. */
export const KEYS = {
  summary: ["summary"],
  content: ["content"],
  growth: ["growth"],
  sources: ["sources"],
  visits: ["visits"],
  pages: ["page"],
  page: (query: PageQuery) => ["page", query] as const,
  matches: ["matches"],
  matching: (filter: SubscriberFilter) => ["matches", filter] as const,
} as const;

/** "The last seven days" end now, and now moves on: so often the numbers are asked for again, in milliseconds. */
const WINDOWS_MOVE_MS = 5 * 60_000;

/** What is shown where the numbers could not be loaded. Source: docs/product.md §8. */
export const NO_SUMMARY: Summary = {
  totalSubscribers: 0,
  unsubscribed: 0,
  recentSubscribers7d: 0,
  recentSubscribers30d: 0,
  lastUpdated: null,
  created: null,
  recent: [],
};

/** The list in numbers. */
export function useSummary() {
  const { subscribers } = useDashboard();
  return useQuery({
    queryKey: KEYS.summary,
    queryFn: ({ signal }) => subscribers.summary(signal),
    // Dashboards that were opened together do not stay in step.
    refetchInterval: () => WINDOWS_MOVE_MS * (1 + Math.random() / 5),
  });
}

/** What in the owner's files cannot be used; also asked when they come back to this window, mostly from an editor. */
export function useContentProblems() {
  const { reports } = useDashboard();
  return useQuery({
    queryKey: KEYS.content,
    queryFn: ({ signal }) => reports.contentProblems(signal),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
}

/** How the list grew. */
export function useGrowth() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.growth, queryFn: ({ signal }) => reports.growth(signal) });
}

/** Where subscribers came from. */
export function useSources() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.sources, queryFn: ({ signal }) => reports.sources(signal) });
}

/** What visitors looked at in the last 30 days. */
export function useVisits() {
  const { reports } = useDashboard();
  return useQuery({ queryKey: KEYS.visits, queryFn: ({ signal }) => reports.visits(signal) });
}

/** One page of the list; the page before stays until the next one is there. */
export function usePage(query: PageQuery) {
  const { subscribers } = useDashboard();
  return useQuery({
    queryKey: KEYS.page(query),
    queryFn: ({ signal }) => subscribers.page(query, signal),
    placeholderData: keepPreviousData,
    // A page that was left is asked for again: rows came and went since.
    staleTime: 0,
    gcTime: 0,
  });
}

/** How many subscribers a filter lets through. */
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
