import { IN_VIEW_THRESHOLD } from "@porchlight/protocol/limits.ts";
import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Sets `data-in-view` when enough of an element is in view; the stylesheet fades it in. Without script the element is
 * never hidden: the fade needs `.js [data-fade]`.
 *
 * @param onInView called once, when it comes into view
 */
export function useInView(element: RefObject<HTMLElement | null>, onInView?: () => void): void {
  const report = useEffectEvent(() => onInView?.());
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(isInView)) return;
        target.dataset.inView = "";
        report();
        observer.disconnect();
      },
      // A visitor may jump past it, to the end of the page or back to an earlier place. So everything above the window
      // counts as in view.
      { threshold: [0, IN_VIEW_THRESHOLD], rootMargin: "1000000px 0px 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}

/** Whether a tenth of an element is in view. For an element taller than the window, a tenth of the window is enough. */
function isInView({ isIntersecting, intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  const fillsWindow = intersectionRect.height >= IN_VIEW_THRESHOLD * innerHeight;
  return isIntersecting && (intersectionRatio >= IN_VIEW_THRESHOLD || fillsWindow);
}
