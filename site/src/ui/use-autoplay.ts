import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Calls `step` at every interval, except while the pointer is over the element, the focus is in it, the tab is hidden,
 * or the visitor prefers less motion. After each of these, and after a scroll in the element, a whole interval starts.
 *
 * @param intervalMs undefined to stop
 */
export function useAutoplay(
  box: RefObject<HTMLElement | null>,
  intervalMs: number | undefined,
  step: () => void,
): void {
  const onTime = useEffectEvent(step);
  useEffect(() => {
    const element = box.current;
    if (!element || intervalMs === undefined) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
    let hasPointer = false;
    let timer: ReturnType<typeof setInterval> | undefined;

    function run(): void {
      clearInterval(timer);
      const isPaused =
        hasPointer || element?.contains(document.activeElement) || document.hidden || reducedMotion.matches;
      if (!isPaused) timer = setInterval(onTime, intervalMs);
    }
    function onPointer({ type }: Event): void {
      hasPointer = type === "pointerenter";
      run();
    }
    run();
    element.addEventListener("pointerenter", onPointer, { signal });
    element.addEventListener("pointerleave", onPointer, { signal });
    element.addEventListener("focusin", run, { signal });
    // `document.activeElement` changes after this event.
    element.addEventListener("focusout", () => queueMicrotask(run), { signal });
    // `scroll` does not bubble.
    element.addEventListener("scroll", run, { capture: true, passive: true, signal });
    document.addEventListener("visibilitychange", run, { signal });
    reducedMotion.addEventListener("change", run, { signal });
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [box, intervalMs]);
}
