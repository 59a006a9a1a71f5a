import { type RefObject, useLayoutEffect } from "react";

/**
 * Tells a slider's or a line's style how far it is filled, from 0 to 1, as custom properties: a `style` attribute in
 * finished HTML would be refused.
 */
export function useFill(element: RefObject<HTMLElement | null>, fill: number, buffered = 0): void {
  useLayoutEffect(() => {
    element.current?.style.setProperty("--fill", String(fill));
    element.current?.style.setProperty("--buffered", String(buffered));
  }, [element, fill, buffered]);
}
