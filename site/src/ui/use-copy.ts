import { type RefObject, useRef, useState } from "react";

type CopyResult = "none" | "copied" | "marked";

/**
 * Copies a text. If the browser does not allow that, the text is selected in the element that shows it.
 *
 * @param text without it, the text of the element is copied
 * @param beforeMark called before the selection
 * @returns the element's ref, the function that copies, and its result for the current text
 */
export function useCopy<Shown extends HTMLElement>(
  text?: string,
  beforeMark = () => {},
): { element: RefObject<Shown | null>; copy: () => Promise<void>; result: CopyResult } {
  const element = useRef<Shown>(null);
  const [last, setLast] = useState<{ text: string | undefined; result: CopyResult }>();

  async function copy() {
    try {
      // Browsers allow this only under https.
      await navigator.clipboard.writeText(text ?? element.current?.innerText ?? "");
      setLast({ text, result: "copied" });
    } catch {
      beforeMark();
      if (element.current) getSelection()?.selectAllChildren(element.current);
      setLast({ text, result: "marked" });
    }
  }

  return { element, copy, result: last && last.text === text ? last.result : "none" };
}
