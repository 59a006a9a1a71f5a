/** Sentences of the shared components. */

/** Follows the name of a link, for screen readers. */
export const newTab = " (opens in a new tab)";
export const cancel = "Cancel";
export const previousSlide = "Previous slide";
export const nextSlide = "Next slide";
export const carousel = "carousel";
export const slide = "slide";

/** Which slides are in view, both counted from 1. */
export function slidesInView(first: number, last: number, count: number): string {
  return `${first} to ${last} of ${count}`;
}

/** The place of a slide, counted from 1. */
export function slidePlace(place: number, count: number): string {
  return `${place} of ${count}`;
}

export function slideShow(isStopped: boolean): string {
  return `${isStopped ? "Start" : "Stop"} automatic slide show`;
}
