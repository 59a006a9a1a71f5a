import { type RefObject, useLayoutEffect } from "react";

/**
 * Sets the custom properties of a slider or line: how far it is filled and buffered, from 0 to 1. (The content security
 * policy forbids a `style` attribute in finished HTML.)
 */
export function useFill(element: RefObject<HTMLElement | null>, fill: number, buffered = 0): void {
  useLayoutEffect(() => {
    element.current?.style.setProperty("--fill", String(fill));
    element.current?.style.setProperty("--buffered", String(buffered));
  }, [element, fill, buffered]);
}
