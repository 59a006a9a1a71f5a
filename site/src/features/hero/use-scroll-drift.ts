import { type RefObject, useEffect } from "react";

/**
 * Sets `--scrolled` from 0 to 1 (at one window height) as the visitor scrolls, so that the title can sink and fade.
 * Browsers with scroll-driven animations do this without script.
 */
export function useScrollDrift(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target || CSS.supports("animation-timeline: scroll()")) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      const scrolled = Math.min(Math.max(scrollY / innerHeight, 0), 1);
      target.style.setProperty("--scrolled", scrolled.toFixed(3));
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
