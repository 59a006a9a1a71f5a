import type { CDPSession, Page } from "@playwright/test";
import { DESKTOP_MIN_PX } from "@porchlight/protocol/limits.ts";
import { GALLERY_WINDOWS, type Width } from "./state.ts";

/**
 * Loads the fonts of every text. On a busy machine the site's fonts may come too late and are used from the next visit
 * on (site/src/ui/styles/fonts.css); the same page would then look different in each run.
 */
export async function loadFonts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const faces = rules
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => style)
      .filter((style) => style.getPropertyValue("src").includes("url("))
      .map((style) => {
        const from = (name: string) => style.getPropertyValue(name);
        const family = from("font-family").replaceAll('"', "");
        return new FontFace(family, from("src"), {
          weight: from("font-weight"),
          unicodeRange: from("unicode-range"),
          display: "block",
        });
      });
    for (const face of faces) document.fonts.add(face);
    // Without a network the fonts come from the cache or not at all.
    await Promise.all(faces.map((face) => face.load().catch(() => {})));
    await document.fonts.ready;
  });
}

/** A port that is as wide as most others in the site's font, whose digits differ in width. */
const USUAL_PORT = "24680";

/** Days as dashboard and checkout write them. Orders, subscribers and visits have the day on which the tests run. */
const USUAL_DAYS = { admin: "Nov 26, 2026", checkout: "November 26, 2026" };
const USUAL_TIME = "10:24 p.m.";

/**
 * Replaces what differs in each run and may change line breaks: the port in the site's address, and the days and times
 * that the dashboard and the checkout show. Dates on other screens are those of the demo's content.
 */
export async function fixVaryingTexts(page: Page): Promise<void> {
  const { host, hostname, pathname } = new URL(page.url());
  const [, screen] = pathname.split("/");
  const day = screen === "admin" || screen === "checkout" ? USUAL_DAYS[screen] : undefined;
  await page.evaluate(
    ({ is, fixed, day, time }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const before = text.nodeValue ?? "";
        const withAddress = before.replaceAll(is, fixed);
        const after = day
          ? withAddress.replace(/\b\p{Lu}\p{L}+ \d{1,2}, \d{4}\b/gu, day).replace(/\b\d{1,2}:\d\d [ap]\.m\./g, time)
          : withAddress;
        if (after !== before) text.nodeValue = after;
      }
    },
    { is: host, fixed: `${hostname}:${USUAL_PORT}`, day, time: USUAL_TIME },
  );
}

/**
 * Resizes the window to one of the gallery's sizes, below desktop width with a touch screen, and waits until nothing
 * moves any more.
 */
export async function resize(page: Page, width: Width): Promise<void> {
  const window = GALLERY_WINDOWS.find((one) => one.width === width);
  if (window) await page.setViewportSize(window);
  // Playwright sets this only for a whole context.
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send("Emulation.setTouchEmulationEnabled", { enabled: width < DESKTOP_MIN_PX });
  await settle(page);
}

/** The sessions of {@link resize}. They stay, because the end of a session brings a page without a network back online. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Runs work while the page has additional styles. They come from a sheet made by script, because the content security
 * policy forbids inline styles.
 */
export async function withStyles<T>(page: Page, css: string, work: () => Promise<T>): Promise<T> {
  const sheet = await page.evaluateHandle((text) => {
    const added = new CSSStyleSheet();
    added.replaceSync(text);
    document.adoptedStyleSheets.push(added);
    return added;
  }, css);
  const result = await work();
  await sheet.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added);
  });
  return result;
}

/** Finishes animations, scrolls to the top, and waits until the page was drawn twice. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: "instant" });
    for (const animation of document.getAnimations()) {
      // An endless animation cannot be finished.
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.pause();
      else animation.finish();
    }
    // An animation waits for drawn frames. A timer might never fire, because some tests stop the page's clock.
    await document.documentElement.animate([], { duration: 40 }).finished;
    await document.fonts.ready;
  });
}

/** Waits for all pictures of the page, including lazy ones and those that load only when the page is idle. */
export async function awaitPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.dataset.atRest = "";
    const pictures = [...document.images].filter(({ currentSrc, src }) => currentSrc || src);
    for (const picture of pictures) picture.loading = "eager";
    // In some states a picture fails to load on purpose.
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}
