import type { ScreenName } from "@porchlight/protocol/content.ts";
import { screenAt, screenOfPath } from "./screens.tsx";

/** One change of screen: by a link, the back button, or a hash typed into the address line. */
export type Visit = { screen: ScreenName; restoreScroll: () => void };

/** Kept with an entry of the browser's history, so that going back finds the place where one was reading. */
type EntryState = { scrollY?: number };

/**
 * Calls back for every change of screen, until the returned function is called.
 *
 * Plain links to a screen's path are followed under the hash (`/about` becomes `/#/about`) without loading a page.
 * Links to a place in the page move the view and the focus by script: a fragment that does not start with `#/` is
 * never a route, and never stands in the address line.
 */
export function followLinks(onVisit: (visit: Visit) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  history.scrollRestoration = "manual";

  const onClick = (event: MouseEvent) => {
    const link = linkOf(event);
    if (!link) return;
    if (link.hash && !link.hash.startsWith("#/") && link.pathname === location.pathname) {
      event.preventDefault();
      moveTo(link.hash.slice(1));
      return;
    }
    const screen = link.hash.startsWith("#/") ? screenAt(link) : screenOfPath(link.pathname);
    if (!screen) return;
    event.preventDefault();
    keepScroll();
    history.pushState({}, "", addressOf(link));
    onVisit({ screen, restoreScroll: () => scrollTo(0, 0) });
  };

  const onPopState = (event: PopStateEvent) => {
    if (location.hash && !location.hash.startsWith("#/")) return;
    // What anything else put there is not ours to trust.
    const place = (event.state as EntryState | null)?.scrollY ?? 0;
    onVisit({ screen: screenAt(location), restoreScroll: () => scrollTo(0, place) });
  };

  document.addEventListener("click", onClick, { signal });
  addEventListener("popstate", onPopState, { signal });
  addEventListener("pagehide", keepScroll, { signal });
  return () => stop.abort();
}

/** The link a click would follow here, if it is one of ours: same origin, this tab, no modifier held. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.origin !== location.origin || link.target === "_blank") return undefined;
  return link;
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

function moveTo(id: string): void {
  const target = document.getElementById(decodeURIComponent(id));
  if (!target) return;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

function keepScroll(): void {
  history.replaceState({ scrollY } satisfies EntryState, "");
}
