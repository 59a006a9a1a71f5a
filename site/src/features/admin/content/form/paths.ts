import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { valueAt } from "@porchlight/protocol/content-values.ts";

export function startsWith(path: ValuePath, beginning: ValuePath): boolean {
  return beginning.every((part, at) => part === path[at]);
}

export function isSamePath(one: ValuePath, other: ValuePath): boolean {
  return one.length === other.length && startsWith(one, other);
}

/** The item of a list whose page shows a value: the path up to its last list index. */
export function itemAround(path: ValuePath): ValuePath {
  return path.slice(0, path.findLastIndex((part) => typeof part === "number") + 1);
}

/** Id of the field of a value, so that a problem can lead to it. */
export function fieldId(path: ValuePath): string {
  return `value-${path.join("-") || "all"}`;
}

/** Whether a value is where it was. After the form was left, an upload must not change another item. */
export function isStillAt(whole: FileValue, path: ValuePath, value: FileValue | undefined): boolean {
  return JSON.stringify(valueAt(whole, path)) === JSON.stringify(value);
}
