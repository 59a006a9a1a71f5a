import { SCREEN_PATHS, type ScreenName, type Site } from "@porchlight/protocol/content.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { loadView, screenOfPath } from "./screens.tsx";

/** How long a page that has loaded is left to its visitor, its pictures and its first movement, in milliseconds. */
const UNDISTURBED_MS = 3_000;

/** Fetches other screens before they are asked for: the one whose link is pointed at, and in time all of them. */
export function preloadScreens(site: Site, load: typeof loadView = loadView): void {
  const fetchQuietly = (name: ScreenName) => {
    // Whatever is wrong will be told when the screen is really asked for.
    load(name, site).catch(() => {});
  };
  const onPoint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const screen = link && link.origin === location.origin ? screenOfPath(link.pathname) : undefined;
    // Visitors have no use for the owner's desk, should an owner's page link to it.
    if (screen && screen !== "admin") fetchQuietly(screen);
  };
  document.addEventListener("pointerover", onPoint, { passive: true });
  document.addEventListener("focusin", onPoint);

  const fetchAll = () => fetchInTurn(Object.keys(SCREEN_PATHS) as (keyof typeof SCREEN_PATHS)[]);
  const fetchLater = () => setTimeout(fetchAll, UNDISTURBED_MS);
  if (savesData()) return;
  if (document.readyState === "complete") fetchLater();
  else addEventListener("load", fetchLater, { once: true });

  /** One in each idle moment: all at once would keep a phone from answering a touch. */
  function fetchInTurn([name, ...others]: (keyof typeof SCREEN_PATHS)[]): void {
    if (name === undefined) return;
    whenIdle(() => {
      fetchQuietly(name);
      fetchInTurn(others);
    });
  }
}

function savesData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}
