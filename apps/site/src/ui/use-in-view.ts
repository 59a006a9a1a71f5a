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
        if (!entries.some((entry) => entry.isIntersecting)) return;
        target.dataset.inView = "";
        observer.disconnect();
      },
      { threshold: IN_VIEW_THRESHOLD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}
