import { CAROUSEL_TRANSITION_MS } from "./carousel-steps.ts";

/** Slides on their way to where their row already is. */
export type Glide = {
  /** How far they still are from there, in CSS pixels; to the right is positive. */
  offset(): number;
  /** Puts them there at once; nobody is told of an end. */
  stop(): void;
};

/**
 * Lets slides come to where their row is from where they were seen before it was scrolled. The compositor moves them, so
 * they do not stand still while the page is busy, as they would if a script scrolled the row bit by bit.
 *
 * @param offset how far from their place they begin, in CSS pixels; to the right is positive
 * @param onEnd called once they are there
 */
export function glide(row: HTMLElement, offset: number, onEnd: () => void): Glide {
  const moving = seenOnTheWay(row, offset);
  const easing = getComputedStyle(row).getPropertyValue("--ease") || "ease-out";
  const animations = moving.map((slide) =>
    slide.animate(
      { translate: [`${offset}px`, "0px"], easing },
      { id: "carousel-glide", duration: CAROUSEL_TRANSITION_MS },
    ),
  );
  const [first] = animations;
  if (first) first.onfinish = onEnd;
  return {
    offset: () => (moving[0] ? Number.parseFloat(getComputedStyle(moving[0]).translate) || 0 : 0),
    stop: () => {
      for (const animation of animations) animation.cancel();
    },
  };
}

/** The slides that come through the row's window: each that moves is a layer of its own. */
function seenOnTheWay(row: HTMLElement, offset: number): Element[] {
  const { left, right } = row.getBoundingClientRect();
  return [...row.children].filter((slide) => {
    const place = slide.getBoundingClientRect();
    return place.right > left - Math.max(offset, 0) && place.left < right - Math.min(offset, 0);
  });
}
