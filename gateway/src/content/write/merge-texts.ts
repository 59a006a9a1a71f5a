import type { Clash, EditableFile, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isEqual, isList, isNamed } from "@porchlight/protocol/content-values.ts";
import { diff3Merge } from "node-diff3";
import { applyEdits, readValue } from "./apply-edits.ts";
import { alignLists, createFinder, findEdits } from "./find-edits.ts";

/** The merged text. Where both changed a value, it has that of `theirs`, and the value is listed as a clash. */
export type MergeResult = { ok: true; text: string } | { ok: false; text: string; clashes: Clash[] };

/**
 * Merges two texts that come from the same one, by their values. A change that only one side made is taken from that
 * side. Comments and the layout are those of `theirs`: a text that somebody edited by hand. `mine` was edited here,
 * where nobody changes comments.
 *
 * @param base undefined if there was no such file
 * @throws {Error} if one of the texts cannot be parsed
 */
export function mergeTexts(file: EditableFile, base: string | undefined, mine: string, theirs: string): MergeResult {
  const values = [base, mine, theirs].map((text) => readValue(file, text));
  const [baseValue = {}, mineValue = {}, theirValue = {}] = values;
  const clashes: Clash[] = [];
  const merged = mergeValues({ base: baseValue, mine: mineValue, theirs: theirValue }, [], clashes);
  const text = applyEdits(file, theirs, findEdits(theirValue, merged ?? {}));
  return clashes.length === 0 ? { ok: true, text } : { ok: false, text, clashes };
}

type Sides = { base: FileValue | undefined; mine: FileValue | undefined; theirs: FileValue | undefined };

/** @returns undefined if the value was removed */
function mergeValues(sides: Sides, path: ValuePath, clashes: Clash[]): FileValue | undefined {
  const { base, mine, theirs } = sides;
  if (isEqual(mine, theirs) || isEqual(mine, base)) return theirs;
  if (isEqual(theirs, base)) return mine;
  if (isNamed(mine) && isNamed(theirs)) {
    const before = isNamed(base) ? base : {};
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const merged: Record<string, FileValue> = {};
    for (const key of keys) {
      const at = (value: { readonly [key: string]: FileValue }) => (Object.hasOwn(value, key) ? value[key] : undefined);
      const value = mergeValues({ base: at(before), mine: at(mine), theirs: at(theirs) }, [...path, key], clashes);
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  }
  if (isList(base) && isList(mine) && isList(theirs)) {
    const merged = mergeLists({ base, mine, theirs }, path, clashes);
    if (merged) return merged;
  }
  if (path.at(-1) === "body" && typeof base === "string" && typeof mine === "string" && typeof theirs === "string") {
    const merged = mergeLines(base, mine, theirs);
    if (merged !== undefined) return merged;
  }
  clashes.push({ path, ...(mine !== undefined && { mine }), ...(theirs !== undefined && { theirs }) });
  return theirs;
}

type Lists = { base: readonly FileValue[]; mine: readonly FileValue[]; theirs: readonly FileValue[] };

/**
 * Merges lists item by item, in the order of the side that moved items.
 *
 * @returns undefined if both moved items
 */
function mergeLists({ base, mine, theirs }: Lists, path: ValuePath, clashes: Clash[]): FileValue[] | undefined {
  const [inMine, inTheirs] = [alignLists(base, mine), alignLists(base, theirs)];
  const isMoved = (places: readonly (number | undefined)[]) => {
    const stayed = places.filter((place) => place !== undefined);
    return stayed.some((place, at) => at > 0 && place < (stayed[at - 1] ?? 0));
  };
  if (isMoved(inMine) && isMoved(inTheirs)) return undefined;
  // One side gives the order. New items of the other side come after the same neighbours as there.
  const [first, second] = isMoved(inMine) ? [inMine, inTheirs] : [inTheirs, inMine];
  const [firstList, secondList] = isMoved(inMine) ? [mine, theirs] : [theirs, mine];
  type Entry = { base?: number; mine?: FileValue; theirs?: FileValue };
  const isMine = firstList === mine;
  const own = (item: FileValue): Entry => (isMine ? { mine: item } : { theirs: item });
  const others = (item: FileValue): Entry => (isMine ? { theirs: item } : { mine: item });
  const ownOf = (entry: Entry) => (isMine ? entry.mine : entry.theirs);
  const othersOf = (entry: Entry) => (isMine ? entry.theirs : entry.mine);
  const entries: Entry[] = firstList.map((item, at) => {
    const from = first.indexOf(at);
    const other = from < 0 ? undefined : second[from];
    const counterpart = other === undefined ? undefined : secondList[other];
    return { ...(from >= 0 && { base: from }), ...own(item), ...(counterpart !== undefined && others(counterpart)) };
  });
  const added = entries.filter((entry) => entry.base === undefined);
  const { findEqual, findSame } = createFinder(added.map((entry) => ownOf(entry) ?? null));
  for (const [at, item] of secondList.entries()) {
    const from = second.indexOf(at);
    if (from >= 0 && first[from] !== undefined) continue;
    // Both added the same item, or one with the same name.
    if (from < 0) {
      const twin = added[findEqual(item) ?? findSame(item) ?? -1];
      if (twin) {
        Object.assign(twin, others(item));
        continue;
      }
    }
    const neighbour = at === 0 ? undefined : secondList[at - 1];
    const after = entries.findIndex((entry) => othersOf(entry) === neighbour);
    entries.splice(at === 0 ? 0 : after < 0 ? entries.length : after + 1, 0, {
      ...(from >= 0 && { base: from }),
      ...others(item),
    });
  }
  const merged: FileValue[] = [];
  for (const { base: at, mine: one, theirs: other } of entries) {
    const from = at === undefined ? undefined : base[at];
    const value = mergeValues({ base: from, mine: one, theirs: other }, [...path, merged.length], clashes);
    if (value !== undefined) merged.push(value);
    // An item that one side removed and the other changed stays.
    else if (one !== undefined && !isEqual(one, from)) merged.push(one);
  }
  return merged;
}

/** Maximum number of steps to compare the lines of two texts, a few seconds: 1,000 equal lines, or 30,000 different ones. */
const MAX_LINE_STEPS = 2_000_000_000;

/** How many steps the library takes at most: for each pair of equal lines it looks through all pairs found before. */
function countLineSteps(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = one.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(one.length, other.length);
}

/** Merges two texts by their lines. @returns undefined if both changed the same lines, or there are too many */
function mergeLines(base: string, mine: string, theirs: string): string | undefined {
  const [a = [], o = [], b = []] = [mine, base, theirs].map((text) => text.split("\n"));
  if (countLineSteps(o, a) + countLineSteps(o, b) > MAX_LINE_STEPS) return undefined;
  const regions = diff3Merge(a, o, b, { excludeFalseConflicts: true });
  return regions.every(({ ok }) => ok) ? regions.flatMap(({ ok }) => ok ?? []).join("\n") : undefined;
}
