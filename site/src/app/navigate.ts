import type { ScreenName } from "@porchlight/protocol/content.ts";
import { decoded } from "../lib/address-part.ts";
import { clickedLink } from "../lib/clicked-link.ts";
import { createPlaces } from "./places.ts";
import { screenAt, screenOfPath } from "./screens.tsx";

/** One change of screen: by a link, the back button, or a hash typed into the address line. */
export type Visit = {
  screen: ScreenName;
  /** Where the window is to be scrolled to … */
  scrollY: number;
  /** … or the place in the screen, by its id, that the link led to. */
  anchor?: string;
};

/** Following links: until `stop` is called. */
export type Following = {
  stop: () => void;
  /** The screen that the address names at the beginning. */
  screen: ScreenName;
  /** Where this entry of the history was scrolled to before a reload, or when another site was gone to. */
  place: number | undefined;
};

/**
 * Calls back for every change of screen.
 *
 * Plain links to a screen's path are followed under the hash (`/about` becomes `/#/about`) without loading a page.
 * Links to a place in the page move the view and the focus by script: a fragment that does not start with `#/` is
 * never a route, and never stands in the address line.
 */
export function followLinks(onVisit: (visit: Visit) => void): Following {
  const stop = new AbortController();
  const { signal } = stop;
  const places = createPlaces();
  let current = screenAt(location);

  const onClick = (event: MouseEvent) => {
    const link = clickedLink(event);
    if (!link) return;
    const isRoute = link.hash.startsWith("#/");
    const anchor = isRoute ? "" : link.hash.slice(1);
    const isHere = link.pathname === location.pathname || screenOfPath(link.pathname) === current;
    if (anchor && isHere) {
      event.preventDefault();
      moveTo(anchor);
      return;
    }
    const screen = isRoute ? screenAt(link) : screenOfPath(link.pathname);
    if (!screen) return;
    event.preventDefault();
    places.keep();
    // The screen's own link leads to its top and is no new entry.
    if (screen !== current) places.begin(addressOf(link));
    current = screen;
    onVisit({ screen, scrollY: 0, ...(anchor && { anchor }) });
  };

  const onPopState = () => {
    if (location.hash && !location.hash.startsWith("#/")) return;
    // The window still shows the screen that is being left.
    places.keep();
    const scrollY = places.arrive() ?? 0;
    const screen = screenAt(location);
    // Entries of one screen, as the shop has them for its products, are that screen's own affair.
    if (screen === current) return;
    current = screen;
    onVisit({ screen, scrollY });
  };

  document.addEventListener("click", onClick, { signal });
  addEventListener("popstate", onPopState, { signal });
  addEventListener("pagehide", places.keep, { signal });
  return { stop: () => stop.abort(), screen: current, place: places.arrive() };
}

/** Shows a finished page's own path under the hash from now on: `/about` becomes `/#/about`. */
export function continueUnderHash(): void {
  if (location.pathname === "/") return;
  const isRoute = location.hash.startsWith("#/");
  if (!isRoute && !screenOfPath(location.pathname)) return;
  history.replaceState(history.state, "", `/${location.search}${isRoute ? location.hash : `#${location.pathname}`}`);
}

function addressOf(link: HTMLAnchorElement): string {
  if (link.hash.startsWith("#/")) return `/${link.hash}`;
  return link.pathname === "/" ? "/" : `/#${link.pathname}`;
}

/** Moves view and focus to a place in the page. */
export function moveTo(id: string): void {
  const target = document.getElementById(decoded(id));
  if (!target) return;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
