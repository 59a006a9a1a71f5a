import { SHOWS_PATH, showPath } from "@porchlight/protocol/shows.ts";
import { useCallback, useState } from "react";
import { addressPart } from "../../lib/address-part.ts";
import { useOwnLinks } from "../../ui/use-own-links.ts";

/** Address of the list under the hash. */
const SHOWS_ROUTE = `/#${SHOWS_PATH}`;

/**
 * Handles links to shows while the Shows screen is shown: `/#/shows/{id}`. The back button leads to the list.
 *
 * @param first id of the show whose own page this is
 */
export function useShowRoute(first: string | undefined) {
  const [id, setId] = useState(first);

  const follow = useCallback(() => setId(addressPart("shows", location)), []);
  const open = useCallback((link: HTMLAnchorElement, event: MouseEvent) => {
    const chosen = addressPart("shows", link);
    const isList = link.pathname === SHOWS_PATH && !link.hash.startsWith("#/");
    if (chosen === undefined && !isList) return;
    // Calendars are files, not screens.
    if (chosen?.endsWith(".ics")) return;
    event.preventDefault();
    history.pushState({}, "", chosen === undefined ? SHOWS_ROUTE : `/#${showPath(chosen)}`);
    setId(chosen);
    scrollTo({ top: 0, behavior: "instant" });
  }, []);
  useOwnLinks(open, follow);

  const discard = useCallback(() => {
    history.replaceState(history.state, "", SHOWS_ROUTE);
    setId(undefined);
  }, []);

  return { id, discard };
}
