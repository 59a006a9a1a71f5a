import { type Layout, storedLayout } from "./layout.ts";
import type { Screen, State } from "./state.ts";

/** The states of a screen that are checked at all, in the order of the gallery. */
export function checkedStates({ states }: Screen): State[] {
  return states.filter((state) => !state.onlyPictures);
}

/**
 * The states of a screen that `npm test` checks. Stored layouts show what states have in common: the page, by the boxes
 * of its first heading and its dialog, and the kinds of elements. It takes the fullest state of each page, and each
 * further state with a kind of element that the states before it lack. It always takes main states and states without a
 * stored layout.
 */
export function representativeStates(screen: Screen): State[] {
  const seen = new Map<string, Set<string>>();
  const states = checkedStates(screen).map((state) => ({ state, layout: narrowestLayout(screen, state) }));
  const taken = states
    .toSorted((one, other) => other.layout.length - one.layout.length)
    .filter(({ state, layout }) => {
      const page = `${boxOf(layout, "dialog")} ${boxOf(layout, "heading")}`;
      const before = seen.get(page) ?? new Set<string>();
      const roles = layout.map(({ role }) => role);
      seen.set(page, new Set([...before, ...roles]));
      return state.isMain || layout.length === 0 || roles.some((role) => !before.has(role));
    })
    .map(({ state }) => state);
  return checkedStates(screen).filter((state) => taken.includes(state));
}

function narrowestLayout(screen: Screen, state: State): Layout {
  return storedLayout(screen, state, state.widths?.[0] ?? 360);
}

function boxOf(layout: Layout, role: string): string {
  return String(layout.find((piece) => piece.role === role)?.box);
}
