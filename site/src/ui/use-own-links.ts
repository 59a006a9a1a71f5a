import { useEffect } from "react";
import { clickedLink } from "../lib/clicked-link.ts";

/**
 * Gives a screen the first look at every link that is followed while it is shown, before the site's own listener, which
 * would lead to the top of a screen; and tells it where the visitor is, now and after each step in the history.
 *
 * @param onLink called with the link; it prevents the click's default when the link is the screen's own
 * @param onArrive called at once, and when the address has changed by going back or forward
 */
export function useOwnLinks(
  onLink: (link: NonNullable<ReturnType<typeof clickedLink>>, event: MouseEvent) => void,
  onArrive: () => void,
): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = clickedLink(event);
      if (link) onLink(link, event);
    };
    onArrive();
    // The site's own listens further out. What React does first closes the window that the link was in.
    document.body.addEventListener("click", open);
    addEventListener("popstate", onArrive);
    return () => {
      document.body.removeEventListener("click", open);
      removeEventListener("popstate", onArrive);
    };
  }, [onLink, onArrive]);
}
