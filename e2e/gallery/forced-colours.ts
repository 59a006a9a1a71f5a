import type { Page } from "@playwright/test";
import { contrastOf, luminanceOf } from "@porchlight/fixtures/contrast.ts";
import sharp from "sharp";
import { takeScreenshot } from "./screenshot.ts";
import { withStyles } from "./settle.ts";

/** A control on a screenshot, in pixels of the screenshot. */
type Control = { name: string; x: number; y: number; width: number; height: number };

/** Lowest contrast of a control to its background. Source: WCAG 2.2, 1.4.11. */
const RATIO = 3;

/**
 * Emulates forced colours, as in Windows' high contrast mode, and names the controls of which no text, edge or icon is
 * visible then. Public screens become light while pictures stay dark. The page may stay scrolled.
 */
export async function findControlsInvisibleInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  // The caret does not make a field visible.
  const invisible = await withStyles(page, "* { caret-color: transparent !important; }", () => findInvisible(page));
  await page.emulateMedia({ forcedColors: null });
  return invisible.map((name) => `invisible in forced colours: ${name}`);
}

async function findInvisible(page: Page): Promise<string[]> {
  const isOverlaid = (await page.locator("dialog:modal").count()) > 0;
  const controls = await page.evaluate(listControls, undefined);
  const whole = await pictureOf(page, !isOverlaid);
  const invisible: string[] = [];
  // A bar may cover a control, or the control may be scrolled out of a dialog or a row. So this scrolls to the control
  // and checks it again.
  let unsure = [...controls.keys()].filter((at) => isInvisible(controls[at], whole));
  for (let at = unsure.shift(); at !== undefined; at = unsure.shift()) {
    const moved = await page.evaluate(listControls, at);
    const window = await pictureOf(page, false);
    if (isInvisible(moved[at], window)) invisible.push(controls[at]?.name ?? "");
    unsure = unsure.filter((other) => isInvisible(moved[other], window));
  }
  return invisible;
}

/** A greyscale picture, one byte for each pixel. */
type Grey = { data: Buffer; width: number; height: number };

async function pictureOf(page: Page, fullPage: boolean): Promise<Grey> {
  const picture = await takeScreenshot(page, fullPage);
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Lists all controls and their boxes. Runs in the page, so it may use nothing from outside.
 *
 * @param scrollTo index of a control to scroll to first
 */
function listControls(scrollTo: number | undefined): Control[] {
  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Hidden on purpose: skip links, and inputs for which another element is drawn.
    .filter((control) => !control.closest(".skip-link, .visually-hidden, [inert], [aria-hidden=true]"))
    .filter((control) => control.clientWidth !== 1 && control.getBoundingClientRect().width > 1);
  if (scrollTo !== undefined)
    controls[scrollTo]?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return controls.map((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const words = (control.getAttribute("aria-label") ?? control.textContent ?? "").trim();
    return { name: words || control.outerHTML.slice(0, 80), x, y, width, height };
  });
}

function isInvisible(control: Control | undefined, picture: Grey): boolean {
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
  const luminance = (grey: number) => luminanceOf([grey, grey, grey]);
  return contrastOf(luminance(lightest), luminance(darkest));
}
