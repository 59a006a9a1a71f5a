import { readStoredJson, session, writeStored } from "../lib/storage.ts";

/** Scroll positions of the entries in the browser's history, so that going back returns to the same place. */
type ScrollPositions = {
  /** Saves the position of the current entry. */
  save: () => void;
  /** Makes the browser's new entry the current one. Returns its position, if it has one. */
  arrive: () => number | undefined;
  /** Adds an entry for an address. */
  push: (address: string) => void;
};

const STORAGE_KEY = "places";
/** How long late responses may make a screen taller, in milliseconds. */
const HOLD_MS = 5_000;
/** Events of the visitor's own input. They end the hold. */
const USER_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"];

type EntryState = { entry: string };

/** The positions survive a reload and a visit to another site, in the session storage of the tab. */
export function createScrollPositions(): ScrollPositions {
  history.scrollRestoration = "manual";
  const positions = readPositions();
  let entry = "";
  const nameEntry = () => `${Date.now().toString(36)}-${positions.size}`;

  return {
    save() {
      positions.set(entry, scrollY);
      writeStored(session, STORAGE_KEY, JSON.stringify([...positions]));
    },
    arrive() {
      const known = readEntry(history.state);
      entry = known ?? nameEntry();
      // If a screen has its own state in the entry, it stays.
      if (!known) history.replaceState({ entry } satisfies EntryState, "");
      return positions.get(entry);
    },
    push(address) {
      entry = nameEntry();
      history.pushState({ entry } satisfies EntryState, "", address);
    },
  };
}

function readEntry(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("entry" in state)) return undefined;
  return typeof state.entry === "string" ? state.entry : undefined;
}

function readPositions(): Map<string, number> {
  const stored = readStoredJson(session, STORAGE_KEY);
  if (!Array.isArray(stored)) return new Map();
  return new Map(stored.filter((pair) => typeof pair?.[0] === "string" && typeof pair[1] === "number"));
}

let stopHolding = () => {};

/**
 * Scrolls to a position, and again whenever a late response makes the page taller. Without this, the browser would show
 * the same element as before, for example the footer. Ends with the visitor's next input.
 *
 * @param y distance from the top, in CSS pixels
 */
export function holdScrollPosition(y: number): void {
  stopHolding();
  scrollTo(0, y);
  if (y === 0) return;
  const stopped = new AbortController();
  const observer = new ResizeObserver(() => scrollTo(0, y));
  const timer = setTimeout(() => stopHolding(), HOLD_MS);
  stopHolding = () => {
    stopped.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
  for (const name of USER_INPUT) addEventListener(name, stopHolding, { passive: true, signal: stopped.signal });
  observer.observe(document.body);
}
