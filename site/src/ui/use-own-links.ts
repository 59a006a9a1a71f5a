import { useEffect } from "react";
import { findClickedLink } from "../lib/clicked-link.ts";

/**
 * Lets a screen handle clicks on links before the site's own listener, which would scroll to the top of a screen.
 *
 * @param onLink called for every clicked link; it calls `preventDefault` for a link that the screen handles
 * @param onArrive called at once, and after the visitor went back or forward
 */
export function useOwnLinks(
  onLink: (link: NonNullable<ReturnType<typeof findClickedLink>>, event: MouseEvent) => void,
  onArrive: () => void,
): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = findClickedLink(event);
      if (link) onLink(link, event);
    };
    onArrive();
    // The site's own listener is on the document. React handles the click first, and closes a dialog with the link.
    document.body.addEventListener("click", open);
    addEventListener("popstate", onArrive);
    return () => {
      document.body.removeEventListener("click", open);
      removeEventListener("popstate", onArrive);
    };
  }, [onLink, onArrive]);
}
