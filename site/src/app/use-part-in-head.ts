import type { ScreenContent, Site } from "@porchlight/protocol/content.ts";
import { useCallback, useRef } from "react";
import { applyHead } from "./apply-head.ts";

/**
 * Updates the document's head for the product or album that a screen shows. When a visitor shares the page, the browser
 * shares the canonical address in the head.
 *
 * @param inPage the part whose own page the browser loaded; the head already belongs to this part
 * @returns a function for an effect. It takes the part, its title, and the content of the part's own page. It sets the
 *   title at once, and the rest after its code has loaded, unless the effect is cleaned up first
 */
export function usePartInHead(site: Site, inPage: string | undefined) {
  const applied = useRef(inPage);
  return useCallback(
    (part: string | undefined, title: string, content: () => ScreenContent): (() => void) => {
      document.title = `${title} · ${site.name}`;
      let isDone = part === applied.current;
      if (!isDone) {
        import("./head.ts").then(
          ({ createHead }) => {
            if (isDone) return;
            applied.current = part;
            applyHead(createHead(site, content()));
          },
          // If this fails, there is no network, so nobody can share the page.
          () => {},
        );
      }
      return () => {
        isDone = true;
      };
    },
    [site],
  );
}
