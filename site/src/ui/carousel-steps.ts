/** Number of slides in view, and of slides in a step. */
type CarouselView = { items: number; step: number };

/**
 * Views, each with its smallest window width in CSS pixels, the widest first. The stylesheet has the same widths.
 * Source: docs/product.md §2, Music.
 */
export const CAROUSEL_VIEWS = [
  { from: 4000, items: 4, step: 2 },
  { from: 1400, items: 4, step: 2 },
  { from: 1024, items: 3, step: 2 },
  { from: 640, items: 2, step: 1 },
  { from: 0, items: 1, step: 1 },
] as const;

/** Duration of a move, in milliseconds; 0 under reduced motion. Source: docs/product.md §9. */
export const CAROUSEL_TRANSITION_MS = 400;
/** Interval of autoplay, in milliseconds. Source: docs/product.md §9. */
export const CAROUSEL_AUTOPLAY_MS = 3_000;
/** Shortest drag that moves the carousel, in CSS pixels. Source: docs/product.md §9. */
export const CAROUSEL_DRAG_MIN_PX = 80;
/** A carousel with more slides than this loops. Source: docs/product.md §9. */
const LOOPS_ABOVE = 3;

export function findView(windowWidth: number): CarouselView {
  // The last view starts at 0.
  const { items, step } = CAROUSEL_VIEWS.find(({ from }) => windowWidth >= from) ?? CAROUSEL_VIEWS[4];
  return { items, step };
}

/** Limits the index of the first slide in view, so that the row has no empty end. */
export function clampIndex(index: number, items: number, count: number): number {
  return Math.max(0, Math.min(index, count - items));
}

/**
 * Computes the index after a move of `by` slides. A move stops at an end. The next one loops, if the carousel loops.
 *
 * @param index index of the first slide in view
 */
export function stepIndex(index: number, by: number, items: number, count: number): number {
  const last = clampIndex(count, items, count);
  const loops = count > LOOPS_ABOVE;
  if (by > 0 && index >= last) return loops ? 0 : last;
  if (by < 0 && index <= 0) return loops ? last : 0;
  return clampIndex(index + by, items, count);
}

/**
 * Computes the index after a drag: at least one slide further if the drag is long enough, or else the same index.
 *
 * @param distance length of the drag to the left, in CSS pixels; negative to the right
 * @param pitch distance between two slides, in CSS pixels
 */
export function dragIndex(index: number, distance: number, pitch: number, items: number, count: number): number {
  if (Math.abs(distance) < CAROUSEL_DRAG_MIN_PX) return index;
  const slides = Math.max(1, Math.round(Math.abs(distance) / pitch));
  return stepIndex(index, Math.sign(distance) * slides, items, count);
}
