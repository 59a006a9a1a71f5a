import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Layout } from "./layout.ts";
import { inFileNames, type Screen, type State, type Width } from "./state.ts";

/** Layouts of a screen's states as they were last agreed to, by state and width. */
type StoredLayouts = Record<string, Record<string, Layout>>;

/** What is kept of a state, by width; nothing where it was never looked at. */
export function storedLayouts(screen: Screen, state: State): Readonly<Record<string, Layout>> {
  return read(screen)[state.name] ?? {};
}

/** Keeps how a state looks now. States that the screen no longer has are forgotten. */
export function keepLayouts(screen: Screen, state: State, layouts: ReadonlyMap<Width, Layout>): void {
  const before: StoredLayouts = { ...read(screen), [state.name]: Object.fromEntries(layouts) };
  const known = screen.states.flatMap(({ name }) => (before[name] ? [[name, before[name]] as const] : []));
  const path = pathOf(screen);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, inLines(Object.fromEntries(known)));
}

function read(screen: Screen): StoredLayouts {
  const path = pathOf(screen);
  // Written below, and changed by nothing else.
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as StoredLayouts) : {};
}

function pathOf({ name }: Screen): string {
  return join(import.meta.dirname, "layouts", `${inFileNames(name)}.json`);
}

/** JSON with one box a line, so that a change reads well. */
function inLines(kept: StoredLayouts): string {
  const boxes = /\[\s+(-?\d+),\s+(-?\d+),\s+(-?\d+),\s+(-?\d+)\s+\]/g;
  return `${JSON.stringify(kept, null, 2).replace(boxes, "[$1, $2, $3, $4]")}\n`;
}
