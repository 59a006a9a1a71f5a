import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to a heading when the focused control is removed, such as the button of a removed row. Without this,
 * a browser would start again at the top of the page.
 *
 * @returns the heading's ref, and a function to call before a removal
 */
export function useFocusFallback(): { heading: RefObject<HTMLHeadingElement | null>; beforeRemoval: () => void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const isRemovalExpected = useRef(false);

  // Runs after every render, because any render may remove the control.
  useEffect(() => {
    if (!isRemovalExpected.current || document.activeElement !== document.body) return;
    isRemovalExpected.current = false;
    heading.current?.focus();
  });

  return {
    heading,
    beforeRemoval: () => {
      isRemovalExpected.current = true;
    },
  };
}
