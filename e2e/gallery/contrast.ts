import type { Page } from "@playwright/test";
import { contrastOf, luminanceOf } from "@porchlight/fixtures/contrast.ts";
import sharp from "sharp";
import { takeScreenshot } from "./screenshot.ts";
import { withStyles } from "./settle.ts";

/** A line of text or an icon in the window: its text, its colour and its box. */
export type Line = {
  words: string;
  colour: readonly [red: number, green: number, blue: number];
  opacity: number;
  box: Rect;
};

type Rect = { x: number; y: number; width: number; height: number };

/** The line with the lowest contrast, and its contrast ratio at the worst place behind it. */
export type Worst = { words: string; ratio: number };

/**
 * Side of the squares over which colours are averaged, in pixels. It is about as wide as a letter's stroke, and larger
 * than a grain of a picture.
 */
const REGION_PX = 8;

/** Hides the text but not its shadow, which improves the contrast. */
const WITHOUT_TEXT = `*, *::before, *::after {
  -webkit-text-fill-color: transparent !important;
  text-decoration-color: transparent !important;
}
svg { visibility: hidden !important; }`;

/**
 * Measures the contrast of lines to what is drawn behind them, square by square.
 *
 * @param style CSS that hides further elements
 * @returns the line with the lowest contrast; undefined if there are no lines
 */
export async function findWorstContrast(page: Page, lines: readonly Line[], style = ""): Promise<Worst | undefined> {
  if (lines.length === 0) return undefined;
  const picture = await withStyles(page, WITHOUT_TEXT + style, () => takeScreenshot(page));
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return measure({ data, width: info.width, height: info.height }, lines);
}

/** A picture, three bytes for each pixel. */
type Colours = { data: Buffer; width: number; height: number };

function measure({ data, width, height }: Colours, lines: readonly Line[]): Worst | undefined {
  const average = (left: number, top: number, right: number, bottom: number): [number, number, number] => {
    const sum: [number, number, number] = [0, 0, 0];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = (y * width + x) * 3;
        sum[0] += data[at] ?? 0;
        sum[1] += data[at + 1] ?? 0;
        sum[2] += data[at + 2] ?? 0;
      }
    }
    const pixels = (right - left) * (bottom - top);
    return [sum[0] / pixels, sum[1] / pixels, sum[2] / pixels];
  };

  let worst: Worst | undefined;
  for (const { words, colour, opacity, box } of lines) {
    const [left, top] = [Math.max(Math.floor(box.x), 0), Math.max(Math.floor(box.y), 0)];
    const [right, bottom] = [Math.min(box.x + box.width, width), Math.min(box.y + box.height, height)];
    for (let y = top; y + REGION_PX <= bottom; y += REGION_PX) {
      for (let x = left; x + REGION_PX <= right; x += REGION_PX) {
        const ground = average(x, y, x + REGION_PX, y + REGION_PX);
        const through = (at: 0 | 1 | 2) => colour[at] * opacity + ground[at] * (1 - opacity);
        const ratio = contrastOf(luminanceOf(ground), luminanceOf([through(0), through(1), through(2)]));
        if (!worst || ratio < worst.ratio) worst = { words, ratio };
      }
    }
  }
  return worst;
}

/** Finds visible lines of text, and icons in links and buttons, that lie directly on a picture. */
export function findLinesOverPictures(page: Page): Promise<Line[]> {
  return page.evaluate(() => {
    const found: Line[] = [];
    // A hero without pictures has a drawn sky.
    const isPicture = (element: Element) =>
      (element instanceof HTMLImageElement && !element.closest(".background")) ||
      element.matches(".hero-pictures:empty");
    if (![...document.querySelectorAll("img, .hero-pictures")].some(isPicture)) return [];
    const hasBackground = (element: Element) =>
      !/^rgba\(|^transparent$/.test(getComputedStyle(element).backgroundColor);

    /** Whether the first opaque thing below an element at this point is a picture. */
    const isOverPicture = (element: Element, x: number, y: number) => {
      const stack = document.elementsFromPoint(x, y);
      const own = stack.findIndex((one) => element.contains(one));
      if (own < 0) return false;
      const below = stack.slice(own).find((one) => isPicture(one) || hasBackground(one));
      return below !== undefined && isPicture(below);
    };
    const add = (element: Element, words: string, box: DOMRect) => {
      const places = [0.02, 0.5, 0.98].map((share) => box.x + box.width * share);
      if (!places.some((x) => isOverPicture(element, x, box.y + box.height / 2))) return;
      const [red = 0, green = 0, blue = 0, alpha = 1] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
        Number,
      );
      let opacity = alpha;
      for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      const { x, y, width, height } = box;
      found.push({
        words: words.trim().slice(0, 40),
        colour: [red, green, blue],
        opacity,
        box: { x, y, width, height },
      });
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!holder || !text.textContent?.trim() || holder.closest(".visually-hidden, .skip-link")) continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { lineHeight } = getComputedStyle(holder);
      for (const box of range.getClientRects()) {
        // A large title's line height is less than the height of its font's box, which reaches far above the letters.
        const beyond = Math.max(box.height - (Number.parseFloat(lineHeight) || box.height), 0);
        add(holder, text.textContent, new DOMRect(box.x, box.y + beyond / 2, box.width, box.height - beyond));
      }
    }
    for (const icon of document.querySelectorAll(":is(a, button) svg")) {
      const control = icon.closest("a, button");
      if (!control?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      add(control, control.textContent ?? "", icon.getBoundingClientRect());
    }
    return found;
  });
}

/** Finds text that lies directly on the page's background: one sample for each colour. */
export function findTextOnBackground(page: Page): Promise<Omit<Line, "box">[]> {
  return page.evaluate(() => {
    const byColour = new Map<string, Omit<Line, "box">>();
    const hasBackground = (element: Element) =>
      !/^rgba\(|^transparent$/.test(getComputedStyle(element).backgroundColor);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!holder || !text.textContent?.trim() || holder.closest(".visually-hidden, .skip-link, script")) continue;
      if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      let hasOwnBackground = false;
      let opacity = 1;
      for (let at: Element | null = holder; at && at !== document.body; at = at.parentElement) {
        hasOwnBackground ||= hasBackground(at);
        opacity *= Number(getComputedStyle(at).opacity);
      }
      if (hasOwnBackground) continue;
      const { color } = getComputedStyle(holder);
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      const words = text.textContent.trim().slice(0, 40);
      byColour.set(`${color} ${opacity}`, { words, colour: [red, green, blue], opacity: opacity * alpha });
    }
    return [...byColour.values()];
  });
}
