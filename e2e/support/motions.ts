import type { Page } from "@playwright/test";

/** An animation or transition: its name, the properties it changes, and its easings. */
export type Motion = {
  /** `hero-sink`, or for a transition the element's class and the property, `hero-picture opacity`. */
  name: string;
  properties: string[];
  easings: string[];
  /** Whether it follows scrolling or runs endlessly. */
  isSteady: boolean;
};

declare global {
  interface Window {
    /** Every motion since the page began, by its name. */
    seenMotions: Map<string, Motion>;
  }
}

/** Records every animation in every document of a tab, from the start. */
export async function recordMotions(page: Page): Promise<void> {
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
        // A transition has one easing; an animation has one from each keyframe to the next.
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
    /** Records a transition at its end: on a busy page it may begin and end between two frames. */
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
    Element.prototype.animate = function (...args) {
      const animation = animate.apply(this, args);
      note();
      return animation;
    };
    // This records an animation right after the change that starts it. A busy page may not draw a frame during it.
    new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
    addEventListener("transitionrun", note, true);
    addEventListener("transitionend", noteShort, true);
    addEventListener("animationstart", note, true);
  });
}

export function readMotions(page: Page): Promise<Motion[]> {
  return page.evaluate(() => [...window.seenMotions.values()]);
}

/** Counts the frames in which some element differs in place, size or opacity from the frame before. */
export function countMovingFrames(page: Page, frames = 12): Promise<number> {
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
