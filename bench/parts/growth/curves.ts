import type { Curve, Panel } from "../../figures.ts";

/** Collects rounds by panel and curve, in the order in which each is first named. */
export type Curves = {
  /** Adds what one size gave; without rounds it adds nothing. */
  add: (at: { panel: string; unit: string; name?: string; size: number }, rounds: readonly number[]) => void;
  panels: () => Panel[];
};

/** No curves yet. */
export function createCurves(): Curves {
  const panels = new Map<string, { unit: string; curves: Map<string, Curve> }>();
  return {
    add({ panel, unit, name = "", size }, rounds) {
      if (rounds.length === 0) return;
      const { curves } = getOrAdd(panels, panel, () => ({ unit, curves: new Map<string, Curve>() }));
      getOrAdd(curves, name, () => ({ name, points: [] })).points.push({ size, rounds: [...rounds] });
    },
    panels: () => [...panels].map(([title, { unit, curves }]) => ({ title, unit, curves: [...curves.values()] })),
  };
}

function getOrAdd<T>(all: Map<string, T>, name: string, make: () => T): T {
  const found = all.get(name) ?? make();
  all.set(name, found);
  return found;
}
