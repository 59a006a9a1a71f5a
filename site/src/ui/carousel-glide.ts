import { CAROUSEL_TRANSITION_MS } from "./carousel-steps.ts";

/** An animation of slides to their new position. */
export type Glide = {
  /** Current distance to the right of the new position, in CSS pixels. */
  offset(): number;
  /** Ends the animation without calling `onEnd`. */
  stop(): void;
};

/**
 * Animates slides to their new position after the row has scrolled. The animation runs on the compositor, so it stays
 * smooth while the page is busy.
 *
 * @param offset initial distance to the right of the new position, in CSS pixels
 */
export function glide(row: HTMLElement, offset: number, onEnd: () => void): Glide {
  const moving = findVisible(row, offset);
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

/** @returns the slides that are visible during the animation; only these, because each animated slide needs a layer */
function findVisible(row: HTMLElement, offset: number): Element[] {
  const { left, right } = row.getBoundingClientRect();
  return [...row.children].filter((slide) => {
    const place = slide.getBoundingClientRect();
    return place.right > left - Math.max(offset, 0) && place.left < right - Math.min(offset, 0);
  });
}
