import type { Page } from "@playwright/test";

/** Something that moved: what it was, which properties changed, and along which curves. */
export type Motion = {
  /** `hero-sink`, or for a transition the element's class and the property, `hero-picture opacity`. */
  name: string;
  properties: string[];
  easings: string[];
  /** Whether it follows the visitor's own scrolling, or turns on and on. */
  isSteady: boolean;
};

declare global {
  interface Window {
    /** All that moved since the page began, each once. */
    seenMotions: Map<string, Motion>;
  }
}

/** Notes in every document of a tab, from its first line on, whatever is animated. */
export async function noteMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.seenMotions = new Map();
    const note = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect)) continue;
        const keyframes = effect.getKeyframes();
        const own = new Set(["offset", "computedOffset", "easing", "composite"]);
        const properties = [...new Set(keyframes.flatMap((keyframe) => Object.keys(keyframe)))].filter(
          (property) => !own.has(property),
        );
        const isTransition = animation instanceof CSSTransition;
        const { easing = "linear", iterations } = effect.getTiming();
        // The curve of a transition is that of all of it, the curve of an animation that from each keyframe to the next.
        const easings = isTransition ? [easing] : keyframes.slice(0, -1).map((keyframe) => keyframe.easing);
        const name = isTransition
          ? `${effect.target?.className || effect.target?.localName} ${animation.transitionProperty}`
          : animation instanceof CSSAnimation
            ? animation.animationName
            : animation.id;
        const isSteady = animation.timeline !== document.timeline || iterations === Number.POSITIVE_INFINITY;
        window.seenMotions.set(name, { name, properties, easings: [...new Set(easings)], isSteady });
      }
    };
    /** One that a busy page has begun and ended between two of its frames: it is told of when it is over. */
    const noteShort = ({ target, propertyName }: TransitionEvent) => {
      if (!(target instanceof Element)) return;
      const name = `${target.className || target.localName} ${propertyName}`;
      if (window.seenMotions.has(name)) return;
      const { transitionProperty, transitionTimingFunction } = getComputedStyle(target);
      // No curve has a comma outside of its brackets.
      const curves = transitionTimingFunction.split(/, (?![^(]*\))/);
      const place = Math.max(0, transitionProperty.split(", ").indexOf(propertyName));
      const easings = [curves[place % curves.length] ?? ""];
      window.seenMotions.set(name, { name, properties: [propertyName], easings, isSteady: false });
    };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...words) {
      const animation = animate.apply(this, words);
      note();
      return animation;
    };
    addEventListener("transitionrun", note, true);
    addEventListener("transitionend", noteShort, true);
    addEventListener("animationstart", note, true);
  });
}

/** What moved in the page as it is now. */
export function motionsSeen(page: Page): Promise<Motion[]> {
  return page.evaluate(() => [...window.seenMotions.values()]);
}

/** How many of these frames, one after the other, show every element in another place or size than the one before. */
export function framesThatMoved(page: Page, frames = 12): Promise<number> {
  return page.evaluate(async (count) => {
    const picture = () =>
      [...document.body.querySelectorAll("*")]
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${x},${y},${width},${height},${getComputedStyle(element).opacity}`;
        })
        .join(";");
    let moved = 0;
    let before = picture();
    for (let frame = 0; frame < count; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = picture();
      if (now !== before) moved += 1;
      before = now;
    }
    return moved;
  }, frames);
}
