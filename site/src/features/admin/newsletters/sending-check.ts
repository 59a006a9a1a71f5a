import type { Newsletter, SendingProblem } from "@porchlight/protocol/newsletters.ts";
import { useAudience, usePreview } from "./queries.ts";
import * as words from "./words.ts";

type SendingCheck = {
  /** How many would get it; undefined if that is not known yet, or its recipients are fixed already. */
  count: number | undefined;
  /** What prevents its sending, each once. */
  problems: SendingProblem[];
  /** Whether its text was composed as it is now. */
  isComposed: boolean;
  /** For `LoadState`. */
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
};

/**
 * Composes a newsletter and counts who would get it, to find what prevents its sending.
 *
 * @param options.refused what the gateway named when it refused to send
 * @param options.isRepeated whether it is checked again every 20 seconds, because other forms can change the result
 */
export function useSendingCheck(
  { id, revision, segment, missing, counts }: Newsletter,
  { refused = [], isRepeated = false }: { refused?: readonly SendingProblem[]; isRepeated?: boolean },
): SendingCheck {
  // The recipients of a list at a provider are fixed when it is scheduled.
  const isCounted = counts === undefined;
  const audience = useAudience(segment, isCounted, isRepeated);
  const preview = usePreview(id, revision, isRepeated);
  const count = isCounted ? audience.data?.recipients : undefined;
  return {
    count,
    problems: allProblems([...missing, ...(preview.data?.problems ?? []), ...refused], count),
    isComposed: preview.data !== undefined && !preview.isPlaceholderData,
    query: {
      isPending: preview.isPending || audience.isLoading,
      error: preview.error ?? audience.error,
      refetch: () => Promise.all([preview.refetch(), isCounted && audience.refetch()]),
    },
  };
}

/** Each problem once, and one more if the newsletter would go to no one. @param count of its recipients, if known */
function allProblems(problems: readonly SendingProblem[], count: number | undefined): SendingProblem[] {
  const isNamed = count !== 0 || problems.some(({ code }) => code === "no-recipients");
  const missing = { code: "no-recipients", message: words.audience.nobody } as const;
  const all = isNamed ? problems : [...problems, missing];
  return [...new Map(all.map((one) => [one.message, one])).values()];
}
