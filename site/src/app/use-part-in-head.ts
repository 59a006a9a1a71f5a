import type { ScreenContent, Site } from "@porchlight/protocol/content.ts";
import { useCallback, useRef } from "react";
import { applyHead } from "./apply-head.ts";

/**
 * Keeps the document's head in step with the part of a catalogue that a screen shows, a product or an album: who shares
 * the page from the browser's own menu hands its canonical address on.
 *
 * @param inPage the part whose own page was loaded, with the head that this has
 * @returns a function for an effect, to be told of the part, of its title, and of the content that the page of this part
 *   would have. The title is set at once; all else follows once its code has come, unless the effect is cleaned up first
 */
export function usePartInHead(site: Site, inPage: string | undefined) {
  const told = useRef(inPage);
  return useCallback(
    (part: string | undefined, title: string, content: () => ScreenContent): (() => void) => {
      document.title = `${title} · ${site.name}`;
      let isOver = part === told.current;
      if (!isOver) {
        import("./head.ts").then(
          ({ headOf }) => {
            if (isOver) return;
            told.current = part;
            applyHead(headOf(site, content()));
          },
          // Nobody misses it before the network is back.
          () => {},
        );
      }
      return () => {
        isOver = true;
      };
    },
    [site],
  );
}
