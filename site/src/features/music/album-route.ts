import { albumPath, SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { useCallback, useState } from "react";
import { addressPart } from "../../lib/address-part.ts";
import { useOwnLinks } from "../../ui/use-own-links.ts";

/** Address of the Music screen under the hash. */
const MUSIC_ROUTE = `/#${SCREEN_PATHS.music}`;

type AlbumRoute = {
  /** The album in the address, `long-point`. */
  slug: string | undefined;
  /** Replaces the album in the address, without a new history entry. */
  choose: (slug: string) => void;
  /** Removes the album from the address. */
  discard: () => void;
};

/**
 * Handles links to albums while the Music screen is shown, and writes the chosen album to the address:
 * `/#/music/{album}`.
 *
 * @param first slug of the album whose own page this is
 * @param onFollow called when the visitor follows a link to an album
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
      // The site's own listener scrolls to the top of the screen.
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
