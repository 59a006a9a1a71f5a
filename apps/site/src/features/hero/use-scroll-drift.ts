import { type RefObject, useEffect } from "react";

/**
 * Tells the stylesheet how far the window is scrolled past an element's top, as `--drift` from 0 to 1 (one window
 * height), so that the title can sink and fade behind the page.
 */
export function useScrollDrift(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const drift = Math.min(Math.max(scrollY / innerHeight, 0), 1);
      target.style.setProperty("--drift", drift.toFixed(3));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    addEventListener("scroll", onScroll, { passive: true });
    update();
    return () => {
      removeEventListener("scroll", onScroll);
      cancelAnimationFrame(frame);
    };
  }, [element]);
}
