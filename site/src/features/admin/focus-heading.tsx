import { useEffect } from "react";

/** Moves the focus to the heading of a new step, because the control that had it has disappeared. */
export function FocusHeading() {
  useEffect(() => {
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, []);
  return null;
}
