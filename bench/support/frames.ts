import type { CDPSession, Page } from "@playwright/test";

/** What a browser did while something moved. */
export type Frames = {
  /** Frames in which something was to move. */
  wanted: number;
  /** Those of them that were shown. */
  shown: number;
  /** Work on the page's main thread, in milliseconds. */
  mainMs: number;
  /** From the press of a key or a button to the first frame that moves, in milliseconds; absent where none was pressed. */
  answerMs: number | undefined;
};

/** Times in the page's own milliseconds, as events have them. */
type Begun = { now: number; asked: number | undefined; moved: number | undefined };

declare global {
  interface Window {
    /** All that was animated since `traceFrames` began: when each began, and a promise of its end, whatever that is. */
    begunAnimations: Map<Animation, { startedAt: number | undefined; end: Promise<unknown> }>;
    /** Notes all that is animated now, and what a change of style that is still to be looked at sets in motion. */
    noteAnimations: () => void;
    /** When the visitor last pressed a key or a button, in milliseconds as events have them. */
    askedAt: number | undefined;
  }
}

/** The part that is read of an event of Chromium's trace; times in microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Of the time it took, what the thread itself worked: other programs do not count. */
  tdur?: number;
  args: { name?: string; data?: { message?: string }; frame_reporter?: { state: string; frame_sequence: number } };
};

/**
 * `PipelineReporter` tells the fate of each frame, `RunTask` the work of each thread, `TimeStamp` a moment of the page's own
 * time; names of threads always come.
 */
const CATEGORIES = [
  "disabled-by-default-devtools.timeline.frame",
  "disabled-by-default-devtools.timeline",
  "devtools.timeline",
];
const CLOCK_MARK = "porchlight-clock";
/** A frame's begin and that of what moves first in it are the same, but for rounding; in microseconds. */
const SAME_FRAME_US = 1_000;
/** How long ago the last frame may be once all is at rest, in milliseconds: less than anybody sets a clock forward. */
const LAST_FRAME_MS = 5_000;

/**
 * Traces a page while something moves in it. What is animated is looked at from its first frame on: until then the page
 * is busy with what the visitor asked for, and `answerMs` tells for how long. What follows the scrolling has no such
 * beginning; there every frame counts.
 *
 * @param ask begins it, and resolves when nothing is to begin any more
 */
export async function traceFrames(page: Page, ask: () => Promise<void>): Promise<Frames> {
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  browser.on("Tracing.dataCollected", ({ value }) => {
    const told: object[] = value;
    events.push(...told.filter(isTraceEvent));
  });
  await noteAnimations(page);
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await ask();
  const begun = await untilRest(page);
  await endTrace(browser);
  await browser.detach();
  return framesOf(events, begun);
}

async function noteAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.begunAnimations = new Map();
    window.askedAt = undefined;
    /** All but what follows the scrolling, and what turns on and on. */
    const note = (animation: Animation) => {
      const { timeline, effect } = animation;
      if (window.begunAnimations.has(animation) || timeline !== document.timeline) return;
      if (effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) return;
      const noted: { startedAt: number | undefined; end: Promise<unknown> } = {
        startedAt: undefined,
        // Asked for now: one that was called off later promises another end, which never comes.
        end: Promise.allSettled([animation.finished]),
      };
      window.begunAnimations.set(animation, noted);
      const noteStart = () => {
        // In milliseconds, since the timeline is the document's.
        if (typeof animation.startTime === "number") noted.startedAt = animation.startTime;
      };
      animation.ready.then(noteStart, () => {});
    };
    window.noteAnimations = () => document.getAnimations().forEach(note);
    // What was on its way before comes to rest, and does not count.
    window.noteAnimations();
    await Promise.all([...window.begunAnimations.values()].map(({ end }) => end));
    window.begunAnimations.clear();
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...words) {
      const animation = animate.apply(this, words);
      note(animation);
      return animation;
    };
    for (const name of ["transitionrun", "animationstart"]) addEventListener(name, window.noteAnimations, true);
    for (const name of ["keydown", "pointerdown"]) {
      addEventListener(name, ({ timeStamp }) => (window.askedAt = timeStamp), true);
    }
  });
}

/** Resolves once all that began to move has come to an end. */
async function untilRest(page: Page): Promise<Begun> {
  const { lastFrame, ...begun } = await page.evaluate(async (mark) => {
    window.noteAnimations();
    const noted = [...window.begunAnimations.values()];
    await Promise.all(noted.map(({ end }) => end));
    const { timeStamp: now } = new Event(mark);
    console.timeStamp(mark);
    const starts = noted.flatMap(({ startedAt }) => startedAt ?? []);
    const moved = starts.length > 0 ? Math.min(...starts) : undefined;
    return { now, asked: window.askedAt, moved, lastFrame: Number(document.timeline.currentTime) };
  }, CLOCK_MARK);
  // Playwright's clock sets the time of events too, and not that of animations.
  if (Math.abs(begun.now - lastFrame) > LAST_FRAME_MS) throw new Error("The page's clock was set, and tells no frames");
  return begun;
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

/** Counts the frames of a trace. A frame is told of several times when its parts went different ways. */
function framesOf(events: readonly TraceEvent[], { now, asked, moved }: Begun): Frames {
  const mainThreads = new Map(
    events.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => [pid, tid]),
  );
  const clock = events.find(({ args }) => args.data?.message === CLOCK_MARK);
  if (!clock) throw new Error("The trace does not tell the page's own time");
  const begunUs = moved === undefined ? 0 : clock.ts - (now - moved) * 1000 - SAME_FRAME_US;
  const fates = new Map<string, Set<string>>();
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { name, ph, pid, ts, args } of events) {
    const frame = args.frame_reporter;
    if (name !== "PipelineReporter" || ph !== "b" || !frame || !mainThreads.has(pid)) continue;
    if (frame.state === "STATE_NO_UPDATE_DESIRED" || ts < begunUs || ts > clock.ts) continue;
    const key = `${pid} ${frame.frame_sequence}`;
    fates.set(key, (fates.get(key) ?? new Set()).add(frame.state));
    from = Math.min(from, ts);
    to = Math.max(to, ts);
  }
  // All that moves is moved by the compositor: in a frame that it drew alone, nothing of that is missing.
  const good = ["STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"];
  const shown = [...fates.values()].filter((states) => good.some((state) => states.has(state))).length;
  const mainUs = events
    .filter(({ name, pid, tid, ts }) => name === "RunTask" && mainThreads.get(pid) === tid && ts >= from && ts <= to)
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const answerMs = moved === undefined || asked === undefined ? undefined : moved - asked;
  return { wanted: fates.size, shown, mainMs: mainUs / 1000, answerMs };
}
