/** A task in a browser's trace. Times are in microseconds. `tdur` is CPU time of the thread. */
type TaskEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number };

/** Factor by which Lighthouse's phone is slower than this machine. Source: Lighthouse, docs/throttling.md. */
const SLOWDOWN = 4;
/** Time of a task that does not count as blocking, in milliseconds. Source: web.dev/articles/tbt */
const FREE_MS = 50;

/**
 * Blocked time as Lighthouse counts it, but in processor time instead of wall-clock time. So the time in which a task
 * waits for a core, because other processes or other virtual machines use it, does not count.
 *
 * @param begun when the visit began, in microseconds of the trace's clock
 * @param painted when the page was first painted, on the same clock
 * @returns milliseconds; undefined if the visit is not in the trace
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
