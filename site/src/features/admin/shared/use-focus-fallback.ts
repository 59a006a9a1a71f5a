import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to a heading when the control that held it has gone, as the button of a row goes with its row; a
 * browser would begin again at the top of the page.
 *
 * @returns the heading's ref, and what to call before something goes
 */
export function useFocusFallback(): { heading: RefObject<HTMLHeadingElement | null>; beforeRemoval: () => void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const isGoing = useRef(false);

  // After every drawing: it is not known which one takes the control away.
  useEffect(() => {
    if (!isGoing.current || document.activeElement !== document.body) return;
    isGoing.current = false;
    heading.current?.focus();
  });

  return {
    heading,
    beforeRemoval: () => {
      isGoing.current = true;
    },
  };
}
