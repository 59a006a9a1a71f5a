import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Calls `step` at every interval, except while the pointer is over the element, the focus is in it, the tab is hidden or
 * the visitor asks for less motion. After each of them, and after the visitor has scrolled something in the element, a
 * whole interval passes first.
 *
 * @param intervalMs undefined while it does not run
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
    const stillness = matchMedia("(prefers-reduced-motion: reduce)");
    let hasPointer = false;
    let timer: ReturnType<typeof setInterval> | undefined;

    function run(): void {
      clearInterval(timer);
      const isHeld = hasPointer || element?.contains(document.activeElement) || document.hidden || stillness.matches;
      if (!isHeld) timer = setInterval(onTime, intervalMs);
    }
    function onPointer({ type }: Event): void {
      hasPointer = type === "pointerenter";
      run();
    }
    run();
    element.addEventListener("pointerenter", onPointer, { signal });
    element.addEventListener("pointerleave", onPointer, { signal });
    element.addEventListener("focusin", run, { signal });
    // Only afterwards is it known where the focus went.
    element.addEventListener("focusout", () => queueMicrotask(run), { signal });
    // It does not bubble.
    element.addEventListener("scroll", run, { capture: true, passive: true, signal });
    document.addEventListener("visibilitychange", run, { signal });
    stillness.addEventListener("change", run, { signal });
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [box, intervalMs]);
}
