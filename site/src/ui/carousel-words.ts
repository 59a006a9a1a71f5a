/** Words of the carousel, which few pages load. */

export const previousSlide = "Previous slide";
export const nextSlide = "Next slide";
export const carousel = "carousel";
export const slide = "slide";

/** The slides in view, counted from 1. */
export const slidesInView = (first: number, last: number, count: number) => `${first} to ${last} of ${count}`;

/** The place of a slide, counted from 1. */
export const slidePlace = (place: number, count: number) => `${place} of ${count}`;
export const slideShow = (isStopped: boolean) => `${isStopped ? "Start" : "Stop"} automatic slide show`;
