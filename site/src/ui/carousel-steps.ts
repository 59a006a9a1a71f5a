/** Slides in view at once, and how far a step goes. */
export type CarouselView = { items: number; step: number };

/**
 * Views by the width of the window from which they hold, in CSS pixels, the widest first. The stylesheet draws the same.
 * Source: docs/product.md §2, Music.
 */
export const CAROUSEL_VIEWS = [
  { from: 4000, items: 4, step: 2 },
  { from: 1400, items: 4, step: 2 },
  { from: 1024, items: 3, step: 2 },
  { from: 640, items: 2, step: 1 },
  { from: 0, items: 1, step: 1 },
] as const;

/** How long a move takes, in milliseconds; none for those who asked for less motion. Source: docs/product.md §9. */
export const CAROUSEL_TRANSITION_MS = 400;
/** Time between two steps of a carousel that moves by itself, in milliseconds. Source: docs/product.md §9. */
export const CAROUSEL_AUTOPLAY_MS = 3_000;
/** A shorter drag by mouse, in CSS pixels, changes nothing. Source: docs/product.md §9. */
export const CAROUSEL_DRAG_MIN_PX = 80;
/** Only a carousel of more slides than this goes round. Source: docs/product.md §9. */
const LOOPS_ABOVE = 3;

/** The view in a window of this width. */
export function viewAt(windowWidth: number): CarouselView {
  // The last one holds from 0 on.
  const { items, step } = CAROUSEL_VIEWS.find(({ from }) => windowWidth >= from) ?? CAROUSEL_VIEWS[4];
  return { items, step };
}

/** A place, counted from 0, that the first slide in view can have. */
export function clampedIndex(index: number, items: number, count: number): number {
  return Math.max(0, Math.min(index, count - items));
}

/**
 * Where a move of `by` slides leads. It stops at an end first; from there it goes round, if the carousel does.
 *
 * @param index place of the first slide in view
 */
export function steppedIndex(index: number, by: number, items: number, count: number): number {
  const last = clampedIndex(count, items, count);
  const goesRound = count > LOOPS_ABOVE;
  if (by > 0 && index >= last) return goesRound ? 0 : last;
  if (by < 0 && index <= 0) return goesRound ? last : 0;
  return clampedIndex(index + by, items, count);
}

/**
 * Where a drag leads: at least a step of one slide once it is long enough, back to where it began otherwise.
 *
 * @param distance how far the slides were pulled to the left, in CSS pixels; negative to the right
 * @param pitch from the beginning of one slide to that of the next, in CSS pixels
 */
export function draggedIndex(index: number, distance: number, pitch: number, items: number, count: number): number {
  if (Math.abs(distance) < CAROUSEL_DRAG_MIN_PX) return index;
  const slides = Math.max(1, Math.round(Math.abs(distance) / pitch));
  return steppedIndex(index, Math.sign(distance) * slides, items, count);
}
