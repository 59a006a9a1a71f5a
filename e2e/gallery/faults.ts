import type { Page } from "@playwright/test";
import { findMisplacedText } from "../support/text-layout.ts";
import { fontsReady } from "../support/visitor.ts";

/** Finds faults that no layout may have. @returns a readable line for each */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  await fontsReady(page);
  return [...(await page.evaluate(findMisplacedText)), ...(await page.evaluate(misplacedControls))];
}

/**
 * Finds sideways scrolling, controls outside the window, and controls that overlap. Runs in the page, so it may use
 * nothing from outside.
 */
function misplacedControls(): string[] {
  /** How far two boxes may overlap, in pixels. Edges are rounded, and some boxes share a border. */
  const TOUCHING_PX = 2;
  const faults: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} px in a window of ${clientWidth} px`);

  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Hidden on purpose: skip links, and inputs for which another element is drawn.
    .filter((control) => !control.closest(".skip-link, .visually-hidden, [inert], [aria-hidden=true]"))
    .map((control) => ({ control, box: control.getBoundingClientRect(), layer: layerOf(control), row: rowOf(control) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);

  for (const { control, box, row } of controls) {
    const isBeside = box.left < -1 || box.right > clientWidth + 1;
    if (isBeside && !row) faults.push(`outside the window: ${nameOf(control)}, from ${box.left} to ${box.right}`);
  }
  for (const [at, one] of controls.entries()) {
    for (const other of controls.slice(at + 1)) {
      if (one.layer !== other.layer || one.row !== other.row) continue;
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
      if (!overlaps(one.control, other.control)) continue;
      faults.push(`overlap: ${nameOf(one.control)} and ${nameOf(other.control)}`);
    }
  }
  return faults;

  /** A link over several lines has one box for each line. */
  function overlaps(one: Element, other: Element): boolean {
    return [...one.getClientRects()].some((box) =>
      [...other.getClientRects()].some((beside) => {
        const across = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
        const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
        return across > TOUCHING_PX && down > TOUCHING_PX;
      }),
    );
  }

  /** Finds the layer of an element that lies over the page with its own background: a menu, a bar, a notice. */
  function layerOf(element: Element): Element {
    for (let at: Element | null = element; at && at !== top; at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at);
      const isLifted = ["fixed", "sticky", "absolute"].includes(position);
      const hasBackground = !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor);
      if (isLifted && hasBackground && at !== element) return at;
    }
    return top;
  }

  /** Finds the row that scrolls sideways around an element. It can bring the element into the window. */
  function rowOf(element: Element): Element | undefined {
    for (let at = element.parentElement; at && at !== top; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") return at;
    }
    return undefined;
  }

  function nameOf(element: Element): string {
    const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return `${element.tagName.toLowerCase()} “${words.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  }
}
