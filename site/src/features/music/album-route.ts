import { albumPath, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";
import { addressPart } from "../../lib/address-part.ts";
import { useOwnLinks } from "../../ui/use-own-links.ts";

/** Address of the Music screen under the hash. */
const MUSIC_ROUTE = `/#${SCREEN_PATHS.music}`;

/** Which album is chosen, as the address says. */
export type AlbumRoute = {
  /** Part of the address that names the album, `long-point`. */
  slug: string | undefined;
  /** Names another one. Albums are no places to go back to, so the entry of the history stays the same. */
  choose: (slug: string) => void;
  /** Back to the address of the screen alone. */
  discard: () => void;
};

/**
 * Follows links to albums while the Music screen is shown, and keeps the address in step: `/#/music/{album}` once one is
 * chosen.
 *
 * @param first part of the address of the album that the page came with
 * @param onFollow called when a visitor has followed a link to an album
 */
export function useAlbumRoute(first: string | undefined, onFollow: () => void): AlbumRoute {
  const [slug, setSlug] = useState(first);

  const choose = useCallback((chosen: string) => {
    history.replaceState(history.state, "", `/#${albumPath(chosen)}`);
    setSlug(chosen);
  }, []);

  const discard = useCallback(() => {
    history.replaceState(history.state, "", MUSIC_ROUTE);
    setSlug(undefined);
  }, []);

  const follow = useCallback(() => setSlug(addressPart("music", location)), []);
  const open = useCallback(
    (link: HTMLAnchorElement, event: MouseEvent) => {
      // The site's own listener leads to the top of the screen, which then names no album.
      if (`${link.pathname}${link.hash}` === SCREEN_PATHS.music) discard();
      const chosen = addressPart("music", link);
      if (chosen === undefined) return;
      event.preventDefault();
      choose(chosen);
      onFollow();
    },
    [choose, discard, onFollow],
  );
  useOwnLinks(open, follow);

  return { slug, choose, discard };
}
