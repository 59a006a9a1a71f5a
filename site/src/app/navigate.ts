import type { ScreenName } from "@porchlight/protocol/content.ts";
import { decodePart } from "../lib/address-part.ts";
import { findClickedLink } from "../lib/clicked-link.ts";
import { findScreen, screenOfPath } from "./screens.tsx";
import { createScrollPositions } from "./scroll-positions.ts";

/** A change of screen by a link, the back button, or a hash that the visitor typed. */
export type Visit = {
  screen: ScreenName;
  scrollY: number;
  /** Id of the element to which the link leads. It replaces `scrollY`. */
  anchor?: string;
};

export type Following = {
  stop: () => void;
  /** The screen of the first address. */
  screen: ScreenName;
  /** Scroll position of this history entry before a reload or a visit to another site. */
  scrollY: number | undefined;
};

/**
 * Calls `onVisit` for every change of screen.
 *
 * A link to a screen's path changes the hash instead of loading a page: `/about` becomes `/#/about`. For a link to an
 * anchor, script scrolls and moves the focus. The address never contains it, because only `#/…` is a route.
 */
export function followLinks(onVisit: (visit: Visit) => void): Following {
  const stop = new AbortController();
  const { signal } = stop;
  const positions = createScrollPositions();
  let current = findScreen(location);

  const onClick = (event: MouseEvent) => {
    const link = findClickedLink(event);
    if (!link) return;
    const isRoute = link.hash.startsWith("#/");
    const anchor = isRoute ? "" : link.hash.slice(1);
    const isHere = link.pathname === location.pathname || screenOfPath(link.pathname) === current;
    if (anchor && isHere) {
      event.preventDefault();
      moveTo(anchor);
      return;
    }
    const screen = isRoute ? findScreen(link) : screenOfPath(link.pathname);
    if (!screen) return;
    event.preventDefault();
    positions.save();
    // A link to the current screen scrolls to the top, without a new entry.
    if (screen !== current) positions.push(toAddress(link));
    current = screen;
    onVisit({ screen, scrollY: 0, ...(anchor && { anchor }) });
  };

  const onPopState = () => {
    if (location.hash && !location.hash.startsWith("#/")) return;
    // The window still shows the previous screen.
    positions.save();
    const scrollY = positions.arrive() ?? 0;
    const screen = findScreen(location);
    // A screen itself handles its own entries, as the shop does for its products.
    if (screen === current) return;
    current = screen;
    onVisit({ screen, scrollY });
  };

  document.addEventListener("click", onClick, { signal });
  addEventListener("popstate", onPopState, { signal });
  addEventListener("pagehide", positions.save, { signal });
  return { stop: () => stop.abort(), screen: current, scrollY: positions.arrive() };
}

/** Moves a finished page's path under the hash: `/about` becomes `/#/about`. */
export function continueUnderHash(): void {
  if (location.pathname === "/") return;
  const isRoute = location.hash.startsWith("#/");
  if (!isRoute && !screenOfPath(location.pathname)) return;
  history.replaceState(history.state, "", `/${location.search}${isRoute ? location.hash : `#${location.pathname}`}`);
}

function toAddress(link: HTMLAnchorElement): string {
  if (link.hash.startsWith("#/")) return `/${link.hash}`;
  return link.pathname === "/" ? "/" : `/#${link.pathname}`;
}

/** Scrolls to an element and focuses it. */
export function moveTo(id: string): void {
  const target = document.getElementById(decodePart(id));
  if (!target) return;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
