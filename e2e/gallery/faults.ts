import type { Page } from "@playwright/test";
import { misplacedWords } from "../support/misplaced-words.ts";

/** What is wrong with a layout whatever it was before: a line for each fault, to be read. */
export async function faultsOf(page: Page): Promise<string[]> {
  return [...(await page.evaluate(misplacedWords)), ...(await page.evaluate(misplacedControls))];
}

/**
 * Sideways scrolling, controls outside the window, and controls that lie over one another. It runs in the page, and so
 * it has to be whole in itself.
 */
function misplacedControls(): string[] {
  /** How far two boxes may reach into each other, in pixels: edges are rounded, and some share a line. */
  const TOUCHING_PX = 2;
  const faults: string[] = [];
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth} px in a window of ${clientWidth} px`);

  const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const controls = [...top.querySelectorAll("a[href], button, input, select, textarea, summary, [role=tab]")]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    // Out of sight on purpose: links for the keyboard, and inputs that another element is drawn for.
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
      if (!reachesInto(one.control, other.control)) continue;
      faults.push(`over one another: ${nameOf(one.control)} and ${nameOf(other.control)}`);
    }
  }
  return faults;

  /** A link of several lines has a box for each. */
  function reachesInto(one: Element, other: Element): boolean {
    return [...one.getClientRects()].some((box) =>
      [...other.getClientRects()].some((beside) => {
        const across = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
        const down = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
        return across > TOUCHING_PX && down > TOUCHING_PX;
      }),
    );
  }

  /** What lies over the page with a ground of its own: a menu, a bar, a notice. */
  function layerOf(element: Element): Element {
    for (let at: Element | null = element; at && at !== top; at = at.parentElement) {
      const { position, zIndex, backgroundColor } = getComputedStyle(at);
      const isLifted = position === "fixed" || position === "sticky" || (position === "absolute" && zIndex !== "auto");
      const hasGround = !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor);
      // A menu that hangs from the navigation is lifted by it.
      if ((isLifted || position === "absolute") && hasGround && at !== element) return at;
    }
    return top;
  }

  /** A row that is moved sideways brings what stands beside the window into it. */
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
