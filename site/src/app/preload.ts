import type { ScreenName, Site } from "@porchlight/protocol/content.ts";
import { loadView, screenOfPath } from "./screens.tsx";

/**
 * Loads the screens that the visitor is about to open: a link's screen if the link has the pointer or focus, and the
 * menu's screens if the menu's button has it. Other screens would cost every visitor bytes that few of them use.
 */
export function preloadScreens(site: Site, load: typeof loadView = loadView): void {
  const onPoint = ({ target }: Event) => {
    const found = target instanceof Element ? target.closest("a, button[aria-controls]") : null;
    if (!found) return;
    if (found instanceof HTMLAnchorElement) fetchInTurn([screenOfLink(found)]);
    else if (!savesData()) fetchInTurn(screensOfMenu(found));
  };
  document.addEventListener("pointerover", onPoint, { passive: true });
  document.addEventListener("focusin", onPoint);

  /** Loads them one after another, because all at once would block a phone. */
  async function fetchInTurn(screens: (ScreenName | undefined)[]): Promise<void> {
    for (const screen of screens) {
      // An error shows when the visitor opens the screen.
      if (screen) await load(screen, site).catch(() => {});
    }
  }
}

/** Loads a screen that most visitors open next, except for visitors who save data. */
export function preloadLikely(screen: ScreenName, site: Site): void {
  // An error shows when the visitor opens the screen.
  if (!savesData()) loadView(screen, site).catch(() => {});
}

function screenOfLink({ origin, pathname }: HTMLAnchorElement): ScreenName | undefined {
  const screen = origin === location.origin ? screenOfPath(pathname) : undefined;
  // Visitors do not need the dashboard.
  return screen === "admin" ? undefined : screen;
}

function screensOfMenu(button: Element): (ScreenName | undefined)[] {
  const links = document.getElementById(button.getAttribute("aria-controls") ?? "")?.querySelectorAll("a") ?? [];
  return [...links].map(screenOfLink);
}

function savesData(): boolean {
  return "connection" in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}
