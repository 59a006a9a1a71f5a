import type { BrowserContext, Page } from "@playwright/test";
import type { Line } from "../figures.ts";
import { openBrowser } from "../support/browser.ts";
import { type Frames, traceFrames } from "../support/frames.ts";
import { startGateway } from "../support/gateway.ts";

const ROUNDS = 5;
const PHONE = { width: 360, height: 740 };
/** The narrowest window in which the hero's pictures change. */
const DESKTOP = { width: 1024, height: 740 };
/** Factor by which the page's main thread is slowed down. */
const SLOWDOWN = 4;
/** Frames that a screen shows in a second. */
const FULL_RATE = 60;
/** How fast the page is scrolled, in pixels a second. */
const SCROLL_SPEED = 700;

/** Longest time from a press to the first frame, in milliseconds. Source: web.dev, "good" Interaction to Next Paint. */
const ANSWER_MS = 200;

/** A movement of a page. It is measured until it ends. */
type Motion = {
  what: string;
  path: string;
  window: typeof PHONE;
  note?: string;
  /** Prepares the page. @returns a function that starts the movement, or waits until it starts */
  prepare: (page: Page) => Promise<() => Promise<void>>;
};

const MOTIONS: Motion[] = [
  {
    what: "The hero's pictures change",
    path: "/",
    window: DESKTOP,
    note: `${DESKTOP.width} px wide: on phones the picture does not change`,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Keep this picture" }).waitFor();
      // The next picture has to be there before it fades in. Pictures further down wait until they are scrolled to.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>(".hero-pictures img")].every(({ complete }) => complete),
      );
      // Waits in real time. The page's own clock decides when frames come.
      return () =>
        page.evaluate(async () => {
          await new Promise((change) => addEventListener("transitionrun", change, { once: true }));
        });
    },
  },
  {
    what: "Home scrolls and its title moves down",
    path: "/",
    window: PHONE,
    prepare: async (page) => {
      const browser = await page.context().newCDPSession(page);
      const { width, height } = PHONE;
      const scroll = { x: width / 2, y: height / 2, yDistance: -height, speed: SCROLL_SPEED };
      return async () => {
        // Scrolls with a wheel, because a touch gesture sometimes ends before the page has moved.
        await browser.send("Input.synthesizeScrollGesture", { ...scroll, gestureSourceType: "mouse" });
        if ((await page.evaluate(() => scrollY)) === 0) throw new Error("Home was not scrolled");
      };
    },
  },
  {
    what: "A dialog opens",
    path: "/",
    window: PHONE,
    prepare: async (page) => {
      const open = page.getByRole("button", { name: "Join the email list" });
      const dialog = page.getByRole("dialog");
      // The first opening loads the dialog's code.
      await open.click();
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      return async () => {
        await open.press("Enter");
        await dialog.waitFor();
      };
    },
  },
  {
    what: "The carousel moves on",
    path: "/music",
    window: PHONE,
    note: "moved with the arrow keys; touch scrolls it without script",
    prepare: async (page) => {
      const row = page.getByRole("region", { name: "All albums and singles" }).getByRole("list");
      await row.scrollIntoViewIfNeeded();
      await row.getByRole("link").first().focus();
      return () => page.keyboard.press("ArrowRight");
    },
  },
];

/** Measures the frames per second of movements on a slow phone, and how much main-thread time they cost. */
export async function measureMotion(say: (sentence: string) => void): Promise<Line[]> {
  await using browser = await openBrowser();
  await using gateway = await startGateway();
  const lines: Line[] = [];
  for (const motion of MOTIONS) {
    const isPhone = motion.window === PHONE;
    const options = { baseURL: gateway.url, viewport: motion.window, hasTouch: isPhone, isMobile: isPhone };
    const rounds: Frames[] = [];
    while (rounds.length < ROUNDS) {
      await using context = await browser.newContext(options);
      rounds.push(await measureOnce(context, motion));
    }
    lines.push(...linesOf(motion, rounds));
    say(`${motion.what}: measured ${ROUNDS} times`);
  }
  return lines;
}

async function measureOnce(context: BrowserContext, { path, prepare, what }: Motion): Promise<Frames> {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "networkidle" });
  const move = await prepare(page);
  const browser = await context.newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const frames = await traceFrames(page, move);
  if (frames.wanted < 2) throw new Error(`${what}: nothing moved`);
  return frames;
}

function linesOf({ what, window, note }: Motion, rounds: readonly Frames[]): Line[] {
  const answers = rounds.flatMap(({ answerMs }) => answerMs ?? []);
  const pressed = { what: `${what}: from the press to the first frame`, rounds: answers, unit: "ms" };
  const notes = [...(note ? [note] : []), `${rounds.map(({ wanted }) => wanted).join(", ")} frames`];
  return [
    {
      what,
      rounds: rounds.map(({ wanted, shown }) => (FULL_RATE * shown) / wanted),
      unit: "frames/s",
      aim: { atLeast: FULL_RATE },
      note: `${window === PHONE ? `${PHONE.width} px wide, ` : ""}main thread slowed ${SLOWDOWN} times, rendered without a graphics card; ${notes.join("; ")}`,
    },
    {
      what: `${what}: time of the main thread`,
      rounds: rounds.map(({ wanted, mainMs }) => mainMs / wanted),
      unit: "ms per frame",
      aim: { atMost: 1000 / FULL_RATE },
    },
    ...(answers.length > 0 ? [{ ...pressed, aim: { atMost: ANSWER_MS } }] : []),
  ];
}
