import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to a heading when its control is removed, like the button of a removed row. Otherwise a browser would
 * start at the top of the page.
 *
 * @returns the heading's ref, and a function to call before a removal
 */
export function useFocusFallback(): { heading: RefObject<HTMLHeadingElement | null>; beforeRemoval: () => void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const isGoing = useRef(false);

  // After every render, since any of them may remove the control.
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
