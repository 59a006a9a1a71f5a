import { handleMouseDrag, watchSwipes } from "./carousel-gestures.ts";
import { type Glide, glide } from "./carousel-glide.ts";
import { CAROUSEL_DRAG_MIN_PX, clampIndex, dragIndex, findView, stepIndex } from "./carousel-steps.ts";

/** How long after the last scroll event the row counts as still, in milliseconds. */
const STILL_AFTER_MS = 120;

/** A row of slides that moves by steps, drags and scrolling. */
export type Track = {
  /** Moves by one step forward (1) or back (-1). Returns the new index of the first slide in view. */
  step(direction: 1 | -1): number;
  /** Moves to one end. */
  toEnd(direction: 1 | -1): number;
  /** Shows a slide at once if it is out of view, without calling `onChange`. */
  reveal(index: number): void;
  /** Moves the focus from a slide out of view to one in view. */
  keepFocusInView(): void;
  stop(): void;
};

/**
 * @param row an element that scrolls sideways; its children are slides of the same width
 * @param onChange called with the index of the first slide in view, when the row has stopped at another slide
 */
export function createTrack(row: HTMLElement, onChange: (index: number) => void): Track {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** The current index, or the target of the animation. */
  let index = 0;
  let reported = 0;
  let gliding: Glide | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;

  const count = () => row.children.length;
  const items = () => findView(innerWidth).items;

  function pitch(): number {
    const [first, second] = row.children;
    if (!first || !second) return row.clientWidth || 1;
    return second.getBoundingClientRect().left - first.getBoundingClientRect().left || 1;
  }

  /** @returns the target of the animation or, without one, the nearest index */
  function nearestIndex(): number {
    if (gliding) return index;
    return clampIndex(Math.round(row.scrollLeft / pitch()), items(), count());
  }

  /** Stops an animation at the current position of the slides. */
  function halt(): void {
    if (!gliding) return;
    row.scrollLeft -= gliding.offset();
    gliding.stop();
    gliding = undefined;
  }

  function jumpTo(next: number): void {
    gliding?.stop();
    gliding = undefined;
    delete row.dataset.moving;
    row.scrollLeft = next * pitch();
    index = next;
  }

  function report(): void {
    if (index === reported) return;
    reported = index;
    onChange(index);
  }

  function glideTo(next: number): number {
    halt();
    const from = row.scrollLeft;
    jumpTo(next);
    const offset = row.scrollLeft - from;
    if (offset === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      report();
      return next;
    }
    row.dataset.moving = "";
    gliding = glide(row, offset, () => {
      jumpTo(next);
      report();
    });
    return next;
  }

  function rest(): void {
    if (isHeld || gliding) return;
    index = nearestIndex();
    report();
  }

  function onScroll(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, STILL_AFTER_MS);
  }

  row.addEventListener("scroll", onScroll, { passive: true, signal });
  handleMouseDrag(row, signal, {
    onStart: () => {
      isHeld = true;
      halt();
      row.dataset.moving = "";
    },
    onEnd: (distance) => {
      isHeld = false;
      glideTo(dragIndex(index, distance, pitch(), items(), count()));
    },
  });
  watchSwipes(row, signal, {
    onStart: () => {
      isHeld = true;
      if (gliding) jumpTo(index);
    },
    onEnd: (distance, scrollLeft) => {
      isHeld = false;
      onScroll();
      // The browser itself scrolls the row, but it does not loop.
      if (Math.abs(distance) < CAROUSEL_DRAG_MIN_PX || row.scrollLeft !== scrollLeft) return;
      glideTo(stepIndex(index, Math.sign(distance), items(), count()));
    },
  });

  const size = new ResizeObserver(() => {
    jumpTo(clampIndex(index, items(), count()));
    reported = index;
  });
  size.observe(row);

  return {
    step: (direction) => glideTo(stepIndex(nearestIndex(), direction * findView(innerWidth).step, items(), count())),
    toEnd: (direction) => glideTo(direction < 0 ? 0 : clampIndex(count(), items(), count())),
    reveal(wanted) {
      if (wanted >= index && wanted < index + items()) return;
      jumpTo(clampIndex(wanted, items(), count()));
      reported = index;
    },
    keepFocusInView() {
      const slides = [...row.children];
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) return;
      const at = slides.findIndex((slide) => slide.contains(focused));
      if (at < 0 || (at >= index && at < index + items())) return;
      const nth = findControls(slides[at]).indexOf(focused);
      const there = findControls(slides[index]);
      (there[nth] ?? there[0])?.focus({ preventScroll: true });
    },
    stop() {
      stopped.abort();
      size.disconnect();
      clearTimeout(timer);
      gliding?.stop();
    },
  };
}

function findControls(slide: Element | undefined): HTMLElement[] {
  return slide ? [...slide.querySelectorAll<HTMLElement>("a[href], button")] : [];
}
