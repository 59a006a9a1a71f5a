import { SCREEN_PATHS, type ScreenName, type Site } from "@porchlight/protocol/content.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { loadView, screenOfPath } from "./screens.tsx";

/** Pause after a page has loaded, for its pictures and first animation, in milliseconds. */
const DELAY_MS = 3_000;

/** Loads other screens ahead: the one whose link has the pointer or the focus, and later all of them. */
export function preloadScreens(site: Site, load: typeof loadView = loadView): void {
  const fetchQuietly = (name: ScreenName) => {
    // An error shows when the visitor opens the screen.
    load(name, site).catch(() => {});
  };
  const onPoint = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const screen = link && link.origin === location.origin ? screenOfPath(link.pathname) : undefined;
    // Visitors do not need the dashboard.
    if (screen && screen !== "admin") fetchQuietly(screen);
  };
  document.addEventListener("pointerover", onPoint, { passive: true });
  document.addEventListener("focusin", onPoint);

  const fetchAll = () => fetchInTurn(Object.keys(SCREEN_PATHS) as (keyof typeof SCREEN_PATHS)[]);
  const fetchLater = () => setTimeout(fetchAll, DELAY_MS);
  if (savesData()) return;
  if (document.readyState === "complete") fetchLater();
  else addEventListener("load", fetchLater, { once: true });

  /** One per idle period: all at once would block a phone. */
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
