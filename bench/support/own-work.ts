/** A task in a browser's trace: times in microseconds, `tdur` in CPU time of the thread. */
type TaskEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number };

/** How much slower Lighthouse takes its phone to be than this machine. Source: Lighthouse, docs/throttling.md. */
const SLOWDOWN = 4;
/** What a task may take before the rest of it blocks, in milliseconds. Source: web.dev/articles/tbt */
const FREE_MS = 50;

/**
 * Blocked time as Lighthouse counts it, but by the processor's clock and not the one on the wall: a task that had to wait
 * for a core, which the browser's other processes or the machine's other guests had, is as long as its own work.
 *
 * @param begun when the visit began, in microseconds, as the trace counts them
 * @param painted when the page was first painted
 * @returns milliseconds; undefined where the trace does not hold that visit
 */
export function blockedByOwnWork(
  events: readonly TaskEvent[],
  { begun, painted }: { begun: number; painted: number },
): number | undefined {
  const visit = events.find(({ name, ts }) => name === "navigationStart" && ts === begun);
  if (!visit) return undefined;
  return events
    .filter(({ name, pid, tid }) => name === "RunTask" && pid === visit.pid && tid === visit.tid)
    .filter(({ ts }) => ts >= painted)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * SLOWDOWN - FREE_MS), 0);
}
