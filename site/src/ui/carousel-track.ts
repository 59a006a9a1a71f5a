import { followMouse, noticeSwipes } from "./carousel-gestures.ts";
import { type Glide, glide } from "./carousel-glide.ts";
import { CAROUSEL_DRAG_MIN_PX, clampedIndex, draggedIndex, steppedIndex, viewAt } from "./carousel-steps.ts";

/** How long a row has to lie still before its place counts, in milliseconds. */
const STILL_AFTER_MS = 120;

/** A row of slides, moved by steps, by mouse, or as any row is scrolled. Places are counted from 0. */
export type Track = {
  /** Moves by one step, 1 to what follows and -1 back; answers with the place that it leads to. */
  step(direction: 1 | -1): number;
  /** Moves to one end. */
  toEnd(direction: 1 | -1): number;
  /** Brings a slide into view at once, unless it is; that is no change of slides. */
  reveal(index: number): void;
  /** Gives a slide in view the focus that one out of view has. */
  keepFocusInView(): void;
  stop(): void;
};

/**
 * Makes a row of slides move.
 *
 * @param row an element that scrolls sideways, the slides its children, each as wide as the others
 * @param onChange called with the place of the first slide in view, once the row has come to rest at another one
 */
export function createTrack(row: HTMLElement, onChange: (index: number) => void): Track {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Where the row rests, or is on its way to. */
  let index = 0;
  let reported = 0;
  let gliding: Glide | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;

  const count = () => row.children.length;
  const items = () => viewAt(innerWidth).items;

  function pitch(): number {
    const [first, second] = row.children;
    if (!first || !second) return row.clientWidth || 1;
    return second.getBoundingClientRect().left - first.getBoundingClientRect().left || 1;
  }

  /** The place that the row is on its way to, otherwise the one it is nearest to. */
  function here(): number {
    if (gliding) return index;
    return clampedIndex(Math.round(row.scrollLeft / pitch()), items(), count());
  }

  /** Ends a glide where the slides are seen. */
  function halt(): void {
    if (!gliding) return;
    row.scrollLeft -= gliding.offset();
    gliding.stop();
    gliding = undefined;
  }

  function place(next: number): void {
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
    place(next);
    const offset = row.scrollLeft - from;
    if (offset === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      report();
      return next;
    }
    row.dataset.moving = "";
    gliding = glide(row, offset, () => {
      place(next);
      report();
    });
    return next;
  }

  function rest(): void {
    if (isHeld || gliding) return;
    index = here();
    report();
  }

  function onScroll(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, STILL_AFTER_MS);
  }

  row.addEventListener("scroll", onScroll, { passive: true, signal });
  followMouse(row, signal, {
    onStart: () => {
      isHeld = true;
      halt();
      row.dataset.moving = "";
    },
    onEnd: (distance) => {
      isHeld = false;
      glideTo(draggedIndex(index, distance, pitch(), items(), count()));
    },
  });
  noticeSwipes(row, signal, {
    onStart: () => {
      isHeld = true;
      if (gliding) place(index);
    },
    onEnd: (distance, placeBefore) => {
      isHeld = false;
      onScroll();
      // The browser moves the row by itself, but not beyond its ends.
      if (Math.abs(distance) < CAROUSEL_DRAG_MIN_PX || row.scrollLeft !== placeBefore) return;
      glideTo(steppedIndex(index, Math.sign(distance), items(), count()));
    },
  });

  const size = new ResizeObserver(() => {
    place(clampedIndex(index, items(), count()));
    reported = index;
  });
  size.observe(row);

  return {
    step: (direction) => glideTo(steppedIndex(here(), direction * viewAt(innerWidth).step, items(), count())),
    toEnd: (direction) => glideTo(direction < 0 ? 0 : clampedIndex(count(), items(), count())),
    reveal(wanted) {
      if (wanted >= index && wanted < index + items()) return;
      place(clampedIndex(wanted, items(), count()));
      reported = index;
    },
    keepFocusInView() {
      const slides = [...row.children];
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement)) return;
      const at = slides.findIndex((slide) => slide.contains(focused));
      if (at < 0 || (at >= index && at < index + items())) return;
      const nth = controlsOf(slides[at]).indexOf(focused);
      const there = controlsOf(slides[index]);
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

function controlsOf(slide: Element | undefined): HTMLElement[] {
  return slide ? [...slide.querySelectorAll<HTMLElement>("a[href], button")] : [];
}
