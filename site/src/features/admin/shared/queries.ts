import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { fetchConfig } from "../../../api/config.ts";
import { useDashboard } from "./dashboard-context.ts";

/** Pause before a shown query is fetched again, in milliseconds, because orders and content send no change events. */
export const REFETCH_MS = 60_000;

/** Key of the artist's name as it was published last. */
export const ARTIST_NAME_KEY = ["artist-name"];

/** Key of the report on the owner's files. */
export const CONTENT_KEY = ["content"] as const;

/** Pause before the progress of pictures is fetched again, in milliseconds. */
const PREPARING_REFETCH_MS = 3_000;

/**
 * Fetches the problems in the owner's files, and again when the owner returns to this window, usually from an editor.
 */
export function useContentProblems() {
  const { reports } = useDashboard();
  return useQuery({
    queryKey: CONTENT_KEY,
    queryFn: ({ signal }) => reports.contentProblems(signal),
    refetchInterval: ({ state }) => (state.data?.preparing ? PREPARING_REFETCH_MS : REFETCH_MS),
    staleTime: 0,
  });
}

/** Fetches whether emails are sent and how many wait; undefined if the gateway does not know. */
export function useMailStatus() {
  const { reports } = useDashboard();
  return useQuery({
    queryKey: ["mail"],
    queryFn: ({ signal }) => reports.mailStatus(signal),
    refetchInterval: REFETCH_MS,
  });
}

/** Fetches which services are the gateway's own. It stays the same as long as the gateway runs. */
export function useConfig() {
  return useQuery({ queryKey: ["config"], queryFn: fetchConfig, staleTime: Number.POSITIVE_INFINITY });
}

/** @returns a function that loads all queries whose keys begin with one of these again, if they are shown */
export function useReload(): (...keys: QueryKey[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (...keys) => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
