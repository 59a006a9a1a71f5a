import { useEffect } from "react";

/** Moves the focus to the heading of a new step, since the control that had it is gone. */
export function FocusHeading() {
  useEffect(() => {
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, []);
  return null;
}
