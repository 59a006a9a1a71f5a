import { type RefObject, useRef, useState } from "react";

type CopyResult = "none" | "copied" | "marked";

/**
 * Copies a text. If the browser does not allow that, the text is selected in the element that shows it.
 *
 * @param beforeMark called before the selection
 * @returns the element's ref, the function that copies, and its result for the current text
 */
export function useCopy<Shown extends HTMLElement>(
  text: string,
  beforeMark = () => {},
): { element: RefObject<Shown | null>; copy: () => Promise<void>; result: CopyResult } {
  const element = useRef<Shown>(null);
  const [last, setLast] = useState<{ text: string; result: CopyResult }>();

  async function copy() {
    try {
      // Browsers allow this only under https.
      await navigator.clipboard.writeText(text);
      setLast({ text, result: "copied" });
    } catch {
      beforeMark();
      if (element.current) getSelection()?.selectAllChildren(element.current);
      setLast({ text, result: "marked" });
    }
  }

  return { element, copy, result: last?.text === text ? last.result : "none" };
}
