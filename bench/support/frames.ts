import type { CDPSession, Page } from "@playwright/test";

/** What a browser did while something moved. */
export type Frames = {
  /** Frames in which something was to move. */
  wanted: number;
  /** Those of them that were shown, with all that was to be in them. */
  shown: number;
  /** Work on the page's main thread, in milliseconds. */
  mainMs: number;
};

/** What draws the next position: the page's own script, or the compositor, which needs no main thread. */
export type Mover = "script" | "compositor";

/** The part that is read of an event of Chromium's trace; times in microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Of the time it took, what the thread itself worked: other programs do not count. */
  tdur?: number;
  args: { name?: string; frame_reporter?: { state: string; frame_sequence: number } };
};

/** `PipelineReporter` tells the fate of each frame, `RunTask` the work of each thread; names of threads always come. */
const CATEGORIES = ["disabled-by-default-devtools.timeline.frame", "disabled-by-default-devtools.timeline"];

/**
 * Traces a page while something moves in it.
 *
 * @param move begins it, and resolves when it has come to rest
 */
export async function traceFrames(page: Page, mover: Mover, move: () => Promise<void>): Promise<Frames> {
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  browser.on("Tracing.dataCollected", ({ value }) => {
    const told: object[] = value;
    events.push(...told.filter(isTraceEvent));
  });
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await move();
  await endTrace(browser);
  await browser.detach();
  return framesOf(events, mover);
}

/** The protocol's types promise less than is sent. */
function isTraceEvent(value: object): value is TraceEvent {
  return "name" in value && "ph" in value && "ts" in value && "args" in value;
}

async function endTrace(browser: CDPSession): Promise<void> {
  const ended = new Promise((resolve) => browser.once("Tracing.tracingComplete", resolve));
  await browser.send("Tracing.end");
  await ended;
}

/**
 * Counts the frames of a trace. A frame is told of several times when its parts went different ways; it counts as shown
 * when what moves in it was shown.
 */
function framesOf(events: readonly TraceEvent[], mover: Mover): Frames {
  const mainThreads = new Map(
    events.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => [pid, tid]),
  );
  const fates = new Map<string, Set<string>>();
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { name, ph, pid, ts, args } of events) {
    const frame = args.frame_reporter;
    if (name !== "PipelineReporter" || ph !== "b" || !frame || !mainThreads.has(pid)) continue;
    if (frame.state === "STATE_NO_UPDATE_DESIRED") continue;
    const key = `${pid} ${frame.frame_sequence}`;
    fates.set(key, (fates.get(key) ?? new Set()).add(frame.state));
    from = Math.min(from, ts);
    to = Math.max(to, ts);
  }
  // Drawn by the compositor alone, a frame lacks what the page's script would have moved.
  const good = mover === "script" ? ["STATE_PRESENTED_ALL"] : ["STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"];
  const shown = [...fates.values()].filter((states) => good.some((state) => states.has(state))).length;
  const mainUs = events
    .filter(({ name, pid, tid, ts }) => name === "RunTask" && mainThreads.get(pid) === tid && ts >= from && ts <= to)
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return { wanted: fates.size, shown, mainMs: mainUs / 1000 };
}
