import { useEffect } from "react";

/**
 * Begins something when a component is shown, and lets it ask later whether the component still is.
 *
 * @param begin begun anew whenever it is another function
 */
export function useWhileShown(begin: (isShown: () => boolean) => void): void {
  useEffect(() => {
    let isShown = true;
    begin(() => isShown);
    return () => {
      isShown = false;
    };
  }, [begin]);
}
