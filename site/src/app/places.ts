/** Where the visitor was reading in each entry of the browser's history, so that going back finds the place again. */
export type Places = {
  /** Notes where the present entry is scrolled to. */
  keep: () => void;
  /** Takes the entry that the browser has just gone to as the present one; answers with its place, if it has one. */
  arrive: () => number | undefined;
  /** Begins a new entry for an address. */
  begin: (address: string) => void;
};

const STORAGE_KEY = "places";

type EntryState = { entry: string };

/** Places of this tab. They last through a reload and a visit elsewhere, as the tab's session storage does. */
export function createPlaces(): Places {
  history.scrollRestoration = "manual";
  const places = readPlaces();
  let entry = "";

  const keep = () => {
    places.set(entry, scrollY);
    writePlaces(places);
  };
  return {
    keep,
    arrive() {
      const known = entryOf(history.state);
      entry = known ?? nameEntry(places);
      // What a screen noted about its own entry stays.
      if (!known) history.replaceState({ entry } satisfies EntryState, "");
      return places.get(entry);
    },
    begin(address) {
      entry = nameEntry(places);
      history.pushState({ entry } satisfies EntryState, "", address);
    },
  };
}

function entryOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("entry" in state)) return undefined;
  return typeof state.entry === "string" ? state.entry : undefined;
}

function nameEntry(places: Map<string, number>): string {
  return `${Date.now().toString(36)}-${places.size}`;
}

function readPlaces(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(kept)) return new Map();
    return new Map(kept.filter((pair) => typeof pair[0] === "string" && typeof pair[1] === "number"));
  } catch {
    // Storage may be forbidden, or hold what somebody else put there.
    return new Map();
  }
}

function writePlaces(places: Map<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...places]));
  } catch {
    // Without storage the places last until the page is left.
  }
}
