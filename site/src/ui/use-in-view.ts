import { IN_VIEW_THRESHOLD } from "@porchlight/protocol/limits.ts";
import { type RefObject, useEffect } from "react";

/**
 * Marks an element with `data-in-view` once enough of it has come into view; the stylesheet fades it in.
 * Without script nothing is ever hidden: the fade starts from `.js [data-fade]` only.
 */
export function useInView(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(isInView)) return;
        target.dataset.inView = "";
        observer.disconnect();
      },
      { threshold: [0, IN_VIEW_THRESHOLD] },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}

/** An element so tall that its tenth is more than the window counts once it fills a tenth of the window instead. */
function isInView({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean {
  if (!isIntersecting) return false;
  const fillsWindow = rootBounds !== null && intersectionRect.height >= IN_VIEW_THRESHOLD * rootBounds.height;
  return intersectionRatio >= IN_VIEW_THRESHOLD || fillsWindow;
}
