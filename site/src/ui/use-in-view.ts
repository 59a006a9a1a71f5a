import { IN_VIEW_THRESHOLD } from "@porchlight/protocol/limits.ts";
import { type RefObject, useEffect } from "react";

/**
 * Sets `data-in-view` when enough of an element is in view; the stylesheet fades it in. Without script the element is
 * never hidden: the fade needs `.js [data-fade]`.
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

/** Whether a tenth of an element is in view. For an element taller than the window, a tenth of the window is enough. */
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
