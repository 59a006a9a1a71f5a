import { useEffect } from "react";

/** Moves the focus to the heading of what has just taken the place of another step; the control that held it is gone. */
export function FocusHeading() {
  useEffect(() => {
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, []);
  return null;
}
