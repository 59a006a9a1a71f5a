import type { Newsletter, RecipientState, Segment } from "@porchlight/protocol/newsletters.ts";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isSignInOver } from "../../../api/access.ts";
import { useDashboard } from "../shared/dashboard-context.ts";
import { REFETCH_MS } from "../shared/queries.ts";
import { useNewsletters } from "./context.ts";
import * as words from "./words.ts";

/** Pause before a newsletter that is being sent is fetched again, in milliseconds. */
export const PROGRESS_MS = 2_000;
/** Pause before a scheduled or paused newsletter is fetched again, in milliseconds. */
const WAITING_MS = 20_000;

const LIST_KEY = ["newsletters"];
const oneKey = (id: number) => ["newsletter", id];

/** All newsletters. While a newsletter is being sent, the list shows its progress. */
export function useList() {
  const { calls, isShown } = useNewsletters();
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => calls.list(signal),
    // It changes with each edit, and in other windows.
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!isShown) return false;
      return state.data?.newsletters.some((one) => one.state === "sending") ? PROGRESS_MS : REFETCH_MS;
    },
  });
}

/**
 * A newsletter. It is fetched again each time it is opened, and while it is being sent. A hidden page or tab fetches
 * nothing.
 */
export function useNewsletter(id: number) {
  const { calls, isShown } = useNewsletters();
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => calls.find(id, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const now = state.data?.state;
      if (!isShown || now === undefined) return false;
      if (now === "sending") return PROGRESS_MS;
      return now === "scheduled" || now === "paused" ? WAITING_MS : false;
    },
  });
}

/** @returns a function that shows a newsletter as it is now, everywhere */
export function useShowNewsletter(): (now: Newsletter) => void {
  const queries = useQueryClient();
  return (now) => {
    queries.setQueryData(oneKey(now.id), now);
    void queries.invalidateQueries({ queryKey: LIST_KEY });
    void queries.invalidateQueries({ queryKey: ["newsletter-recipients", now.id] });
  };
}

/** @returns a function that fetches a newsletter and what depends on it again, or the list of all */
export function useRefresh(): (id?: number) => Promise<unknown> {
  const queries = useQueryClient();
  return (id) =>
    Promise.all([
      queries.invalidateQueries({ queryKey: LIST_KEY }),
      id !== undefined && queries.invalidateQueries({ queryKey: oneKey(id) }),
      id !== undefined && queries.invalidateQueries({ queryKey: ["newsletter-preview", id] }),
      queries.invalidateQueries({ queryKey: ["newsletter-audience"] }),
    ]);
}

export function useChoices(isNeeded = true) {
  const { calls } = useNewsletters();
  return useQuery({
    queryKey: ["newsletter-choices"],
    queryFn: ({ signal }) => calls.choices(signal),
    enabled: isNeeded,
  });
}

/**
 * Counts who would get a newsletter now. While it counts again, the last count stays.
 *
 * @param isRepeated whether it is counted again every 20 seconds, because other forms can change it
 */
export function useAudience(segment: Segment, isNeeded = true, isRepeated = false) {
  const { calls, isShown } = useNewsletters();
  return useQuery({
    queryKey: ["newsletter-audience", segment],
    queryFn: ({ signal }) => calls.audience(segment, signal),
    enabled: isNeeded,
    staleTime: 0,
    refetchInterval: ({ state }) => isRepeated && isShown && state.data !== undefined && WAITING_MS,
    placeholderData: keepPreviousData,
  });
}

/**
 * The email as it would be sent now.
 *
 * @param revision the text's, so that each stored edit fetches it again
 * @param isRepeated whether it is fetched again every 20 seconds, because other forms can change it
 */
export function usePreview(id: number, revision: number, isRepeated = false) {
  const { calls, isShown } = useNewsletters();
  return useQuery({
    queryKey: ["newsletter-preview", id, revision],
    queryFn: ({ signal }) => calls.preview(id, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => isRepeated && isShown && state.data !== undefined && WAITING_MS,
    placeholderData: keepPreviousData,
  });
}

export function useRecipients(id: number, state: RecipientState, isNeeded: boolean) {
  const { calls } = useNewsletters();
  return useInfiniteQuery({
    queryKey: ["newsletter-recipients", id, state],
    queryFn: ({ pageParam, signal }) => calls.recipients(id, state, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isNeeded,
    staleTime: 0,
  });
}

/** A value once it has not changed for a while, so that typing does not cause a request for each key. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/**
 * Runs what a button does, one at a time. A failure becomes an alert.
 *
 * @returns whether it is running, and the function that runs it
 */
export function useAction(): [isBusy: boolean, run: (action: () => Promise<void>, failed?: string) => Promise<void>] {
  const { session, notify } = useDashboard();
  const [isBusy, setBusy] = useState(false);
  async function run(action: () => Promise<void>, failed: string = words.actionFailed): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (isSignInOver(error)) session.onRejected();
      else {
        console.warn("A request about a newsletter failed", error);
        notify("error", failed);
      }
    }
    setBusy(false);
  }
  return [isBusy, run];
}
