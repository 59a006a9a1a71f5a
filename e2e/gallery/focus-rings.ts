import type { Page } from "@playwright/test";

/**
 * Gives the focus to each control by the keyboard's rules, and names those on which no ring shows it. Rings have to be
 * outlines: a shadow is gone where the system sets the colours. Leaves the focus somewhere.
 */
export async function controlsWithoutRing(page: Page): Promise<string[]> {
  // From now on the browser takes what gets the focus for reached by keyboard.
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
      // What cannot take it is no stop of the keyboard.
      if (document.activeElement !== control || hasRing(control)) continue;
      // Where another part is drawn for the control, its ring is there.
      const around = control.closest("label, article, li, tr") ?? control.parentElement;
      if (around && [around, ...around.querySelectorAll("*")].some(hasRing)) continue;
      found.push(
        `no ring: ${(control.ariaLabel ?? control.textContent ?? "").trim() || control.outerHTML.slice(0, 80)}`,
      );
    }
    return found;
  });
}
