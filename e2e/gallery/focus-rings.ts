import type { Page } from "@playwright/test";

/**
 * Focuses each control as a keyboard does, and names those without a focus ring. A ring must be an outline, because
 * forced colours remove shadows. The focus stays on the last control.
 */
export async function findControlsWithoutFocusRing(page: Page): Promise<string[]> {
  // After a key the browser draws focus rings even if a script moves the focus.
  await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const top = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    const hasRing = (element: Element) =>
      [null, "::before", "::after"].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
      });
    const found: string[] = [];
    for (const control of top.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]")) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
      control.focus({ preventScroll: true });
      // The keyboard does not reach elements that cannot take the focus.
      if (document.activeElement !== control || hasRing(control)) continue;
      // If another element is drawn for the control, that element has the ring.
      const around = control.closest("label, article, li, tr") ?? control.parentElement;
      if (around && [around, ...around.querySelectorAll("*")].some(hasRing)) continue;
      found.push(
        `no ring: ${(control.ariaLabel ?? control.textContent ?? "").trim() || control.outerHTML.slice(0, 80)}`,
      );
    }
    return found;
  });
}
