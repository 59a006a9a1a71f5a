import type { Page } from "@playwright/test";
import sharp from "sharp";
import { drawPage } from "./draw-page.ts";

/** A control on the picture of a page, in pixels of the picture. */
type Control = { name: string; x: number; y: number; width: number; height: number };

/** WCAG 2.2, 1.4.11: what it takes to tell a control from what is around it. */
const RATIO = 3;

/**
 * Has the system set the colours, as Windows does under high contrast, and names the controls of which nothing can be
 * seen: neither words nor an edge nor a sign. Public screens are light then, as they are not otherwise, while pictures
 * stay dark. It may scroll.
 */
export async function controlsUnseenInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  // A field is not seen by the caret in it.
  const sheet = await page.evaluateHandle(() => {
    const added = new CSSStyleSheet();
    added.replaceSync("* { caret-color: transparent !important; }");
    document.adoptedStyleSheets.push(added);
    return added;
  });
  const isOverlaid = (await page.locator("dialog:modal").count()) > 0;
  const controls = await page.evaluate(controlsShown, undefined);
  const whole = await pictureOf(page, !isOverlaid);
  const unseen: string[] = [];
  // A bar may lie over one, or it is further on in a window or a row: it is looked at again where it is in sight.
  let doubtful = [...controls.keys()].filter((at) => isUnseen(controls[at], whole));
  for (let at = doubtful.shift(); at !== undefined; at = doubtful.shift()) {
    const moved = await page.evaluate(controlsShown, at);
    const window = await pictureOf(page, false);
    if (isUnseen(moved[at], window)) unseen.push(controls[at]?.name ?? "");
    doubtful = doubtful.filter((other) => isUnseen(moved[other], window));
  }
  await sheet.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== added);
  });
  await page.emulateMedia({ forcedColors: null });
  return unseen.map((name) => `unseen in forced colours: ${name}`);
}

/** A picture in shades of grey, a byte for each pixel. */
type Grey = { data: Buffer; width: number; height: number };

async function pictureOf(page: Page, fullPage: boolean): Promise<Grey> {
  const picture = await drawPage(page, fullPage);
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * All controls, where they stand in the window at the page's top. It runs in the page, and so it has to be whole in
 * itself.
 *
 * @param brought the number of one that is to be brought into the middle of the window first
 */
function controlsShown(brought: number | undefined): Control[] {
  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Out of sight on purpose: links for the keyboard, and inputs that another element is drawn for.
    .filter((control) => !control.closest(".skip-link, .visually-hidden, [inert], [aria-hidden=true]"))
    .filter((control) => control.clientWidth !== 1 && control.getBoundingClientRect().width > 1);
  if (brought !== undefined)
    controls[brought]?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return controls.map((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const words = (control.getAttribute("aria-label") ?? control.textContent ?? "").trim();
    return { name: words || control.outerHTML.slice(0, 80), x, y, width, height };
  });
}

function isUnseen(control: Control | undefined, picture: Grey): boolean {
  return control === undefined || contrastIn(control, picture) < RATIO;
}

/** Ratio of the lightest to the darkest pixel of a control, edges included. Source: WCAG 2.2, contrast ratio. */
function contrastIn(control: Control, { data, width, height }: Grey): number {
  let [darkest, lightest] = [255, 0];
  const right = Math.min(width, Math.ceil(control.x + control.width) + 1);
  const bottom = Math.min(height, Math.ceil(control.y + control.height) + 1);
  for (let y = Math.max(0, Math.floor(control.y) - 1); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(control.x) - 1); x < right; x += 1) {
      const value = data[y * width + x] ?? 0;
      if (value < darkest) darkest = value;
      if (value > lightest) lightest = value;
    }
  }
  return (luminanceOf(lightest) + 0.05) / (luminanceOf(darkest) + 0.05);
}

function luminanceOf(grey: number): number {
  const share = grey / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
