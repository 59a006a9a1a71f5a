import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isList, valueAt } from "@porchlight/protocol/content-values.ts";

/** Tells what an item of a list is called; undefined if it has no name. */
export type NameOf = (item: FileValue | undefined) => string | undefined;

/** What the items of lists on the way to a value are called; undefined for one without a name. */
export type Landmarks = readonly (string | undefined)[];

/** Remembers what the items on the way to a value are called, so that it is found after they were moved. */
export function rememberWay(value: FileValue, path: ValuePath, nameOf: NameOf): Landmarks {
  return path.flatMap((part, at) => (typeof part === "number" ? [nameOf(valueAt(value, path.slice(0, at + 1)))] : []));
}

/**
 * Finds a value again after the owner has changed the file: where its items were moved to, or where they are with
 * another name.
 *
 * @returns undefined if an item is gone
 */
export function followWay(
  value: FileValue,
  path: ValuePath,
  landmarks: Landmarks,
  nameOf: NameOf,
): ValuePath | undefined {
  const [...names] = landmarks;
  const found: (string | number)[] = [];
  for (const part of path) {
    if (typeof part === "string") {
      found.push(part);
      continue;
    }
    const list = valueAt(value, found);
    if (!isList(list)) return undefined;
    const name = names.shift();
    const moved = list.findIndex((item) => nameOf(item) === name);
    const at = nameOf(list[part]) === name || moved < 0 ? part : moved;
    if (at >= list.length) return undefined;
    found.push(at);
  }
  return found;
}
