import type { Page } from "@playwright/test";
import { DESKTOP_MIN_PX } from "@porchlight/protocol/limits.ts";
import { GALLERY_WINDOWS, type Width } from "./state.ts";

/**
 * Gives every text its own font. On a busy machine the site's fonts may miss their moment, and are then left for the
 * next visit (site/src/ui/styles/fonts.css), which would set the same page in others each time.
 */
export async function holdFonts(page: Page): Promise<void> {
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
    // The page's own fonts are ready before these are asked for. Without a network the cache has them, or nobody does.
    await Promise.all(faces.map((face) => face.load().catch(() => {})));
    await document.fonts.ready;
  });
}

/** As wide as most ports are in the site's type, whose figures are of different widths. */
const USUAL_PORT = "24680";

/** Names one port wherever a text names the site's own address: that of each run is another, and may fill a line. */
export async function holdAddress(page: Page, origin: string): Promise<void> {
  const { host, hostname } = new URL(origin);
  await page.evaluate(
    ([is, held]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.nodeValue?.includes(is)) text.nodeValue = text.nodeValue.replaceAll(is, held);
      }
    },
    [host, `${hostname}:${USUAL_PORT}`] as const,
  );
}

/**
 * Gives the window one of the gallery's sizes, below desktop with a touch screen, and waits until the page has taken it
 * up and come to rest, at its top.
 */
export async function resize(page: Page, width: Width): Promise<void> {
  const window = GALLERY_WINDOWS.find((one) => one.width === width);
  if (window) await page.setViewportSize(window);
  // Playwright fixes this for a whole context; the browser does not.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: width < DESKTOP_MIN_PX });
  await comeToRest(page);
  await session.detach();
}

/** Ends what moves, scrolls to the top, and waits until the page was drawn twice. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: "instant" });
    for (const animation of document.getAnimations()) {
      // One without an end cannot be brought there.
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.pause();
      else animation.finish();
    }
    // Unlike the page's timers, which may have been stopped, this goes by the frames that are drawn.
    await document.documentElement.animate([], { duration: 40 }).finished;
    await document.fonts.ready;
  });
}

/** Waits for all pictures of the page, also those far down and those that wait until it is at rest. */
export async function awaitPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.documentElement.dataset.atRest = "";
    const pictures = [...document.images].filter(({ currentSrc, src }) => currentSrc || src);
    for (const picture of pictures) picture.loading = "eager";
    // One that cannot be had is shown as it is.
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
  });
}
