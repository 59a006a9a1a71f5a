import type { CDPSession, Page } from "@playwright/test";

/** The frames of a browser during an animation. */
export type Frames = {
  /** Frames in which something should have moved. */
  wanted: number;
  /** Frames that were shown. */
  shown: number;
  /** Work on the page's main thread, in milliseconds. */
  mainMs: number;
  /** From the press of a key or a button to the first moving frame, in milliseconds; undefined if none was pressed. */
  answerMs: number | undefined;
};

/** When the animations ended, the visitor pressed, and the first animation began, in ms of the page's clock. */
type Begun = { now: number; pressedAt: number | undefined; moved: number | undefined };

declare global {
  interface Window {
    /** Animations since `traceFrames` began: when each started, and a promise of its end. */
    begunAnimations: Map<Animation, { startedAt: number | undefined; end: Promise<unknown> }>;
    /** Records all current animations, including those of pending style changes. */
    noteAnimations: () => void;
    /** When the visitor last pressed a key or a button: the time stamp of the event. */
    pressedAt: number | undefined;
  }
}

/** The fields of a trace event that we read. Times are in microseconds. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** CPU time of the thread. */
  tdur?: number;
  args: { name?: string; data?: { message?: string }; frame_reporter?: { state: string; frame_sequence: number } };
};

/**
 * `PipelineReporter` reports each frame, `RunTask` the work of each thread, and `TimeStamp` a time of the page. The
 * names of threads are always included.
 */
const CATEGORIES = [
  "disabled-by-default-devtools.timeline.frame",
  "disabled-by-default-devtools.timeline",
  "devtools.timeline",
];
const CLOCK_MARK = "porchlight-clock";
/** Largest difference between the start of a frame and of its animation, because of rounding, in microseconds. */
const SAME_FRAME_US = 1_000;
/**
 * Longest time between the last frame and the end, in milliseconds. If it is longer, a test has changed the clock.
 */
const LAST_FRAME_MS = 5_000;

/**
 * Traces a page during an animation. Frames count from the first frame of the animation. `answerMs` is the time until
 * that frame. Scroll-driven animations have no start, so that every frame counts.
 *
 * @param start starts the animations, and resolves when no more will start
 */
export async function traceFrames(page: Page, start: () => Promise<void>): Promise<Frames> {
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  browser.on("Tracing.dataCollected", ({ value }) => {
    const received: object[] = value;
    events.push(...received.filter(isTraceEvent));
  });
  await noteAnimations(page);
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await start();
  const begun = await untilRest(page);
  await endTrace(browser);
  await browser.detach();
  return framesOf(events, begun);
}

async function noteAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.begunAnimations = new Map();
    window.pressedAt = undefined;
    /** Records an animation, unless it is scroll-driven or endless. */
    const note = (animation: Animation) => {
      const { timeline, effect } = animation;
      if (window.begunAnimations.has(animation) || timeline !== document.timeline) return;
      if (effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY) return;
      const noted: { startedAt: number | undefined; end: Promise<unknown> } = {
        startedAt: undefined,
        // The promise is read now, because a cancelled animation gets a new promise that never settles.
        end: Promise.allSettled([animation.finished]),
      };
      window.begunAnimations.set(animation, noted);
      const noteStart = () => {
        // The time is in milliseconds, because the timeline is the document's.
        if (typeof animation.startTime === "number") noted.startedAt = animation.startTime;
      };
      animation.ready.then(noteStart, () => {});
    };
    window.noteAnimations = () => document.getAnimations().forEach(note);
    // Animations that are already running have to end first. They do not count.
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
      addEventListener(name, ({ timeStamp }) => (window.pressedAt = timeStamp), true);
    }
  });
}

/** Resolves once all recorded animations have ended. */
async function untilRest(page: Page): Promise<Begun> {
  const { lastFrame, ...begun } = await page.evaluate(async (mark) => {
    window.noteAnimations();
    const noted = [...window.begunAnimations.values()];
    await Promise.all(noted.map(({ end }) => end));
    const { timeStamp: now } = new Event(mark);
    console.timeStamp(mark);
    const starts = noted.flatMap(({ startedAt }) => startedAt ?? []);
    const moved = starts.length > 0 ? Math.min(...starts) : undefined;
    return { now, pressedAt: window.pressedAt, moved, lastFrame: Number(document.timeline.currentTime) };
  }, CLOCK_MARK);
  // Playwright's clock changes the time of events, but not of animations.
  if (Math.abs(begun.now - lastFrame) > LAST_FRAME_MS)
    throw new Error("The page's clock was changed, so frames cannot be matched to it");
  return begun;
}

/** Checks the fields, because Chrome sends more of them than the types of its protocol have. */
function isTraceEvent(value: object): value is TraceEvent {
  return "name" in value && "ph" in value && "ts" in value && "args" in value;
}

async function endTrace(browser: CDPSession): Promise<void> {
  const ended = new Promise((resolve) => browser.once("Tracing.tracingComplete", resolve));
  await browser.send("Tracing.end");
  await ended;
}

/** Counts the frames of a trace. A frame appears several times if its parts differ. */
function framesOf(events: readonly TraceEvent[], { now, pressedAt, moved }: Begun): Frames {
  const mainThreads = new Map(
    events.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => [pid, tid]),
  );
  const clock = events.find(({ args }) => args.data?.message === CLOCK_MARK);
  if (!clock) throw new Error("The trace does not contain the page's own time");
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
  // Only the compositor moves things here, so a frame that it presented partially is complete for us.
  const good = ["STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"];
  const shown = [...fates.values()].filter((states) => good.some((state) => states.has(state))).length;
  const mainUs = events
    .filter(({ name, pid, tid, ts }) => name === "RunTask" && mainThreads.get(pid) === tid && ts >= from && ts <= to)
    .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const answerMs = moved === undefined || pressedAt === undefined ? undefined : moved - pressedAt;
  return { wanted: fates.size, shown, mainMs: mainUs / 1000, answerMs };
}
