/** Plain values of the files that the owner edits, and edits of them: the same on both sides. */
import type { ContentEdit, FileValue, ValuePath } from "./content-editing.ts";

/** A value with names, `{ title: "Tee" }`. */
type Named = { readonly [key: string]: FileValue };

export function isNamed(value: FileValue | undefined): value is Named {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: FileValue | undefined): value is readonly FileValue[] {
  return Array.isArray(value);
}

/** Whether two values are the same. The order of keys does not matter. */
export function isEqual(one: FileValue | undefined, other: FileValue | undefined): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  }
  if (!(isNamed(one) && isNamed(other))) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

/** Finds the value at a path; undefined if there is none. */
export function valueAt(value: FileValue | undefined, path: ValuePath): FileValue | undefined {
  return path.reduce<FileValue | undefined>((inner, part) => {
    if (typeof part === "number") return isList(inner) ? inner[part] : undefined;
    return isNamed(inner) && Object.hasOwn(inner, part) ? inner[part] : undefined;
  }, value);
}

/** The path of an edit leads to no place in the file. */
export class NoSuchPlace extends Error {
  override readonly name = "NoSuchPlace";
}

/**
 * Applies an edit to a plain value. {@link ContentEdit} says what each edit does.
 *
 * @throws {NoSuchPlace} if the path leads nowhere
 */
export function editValue(value: FileValue | undefined, { path, ...change }: ContentEdit): FileValue {
  const [part, ...rest] = path;
  if (part === undefined) {
    if (!("set" in change)) throw new NoSuchPlace("This cannot be done to a whole file");
    return change.set;
  }
  if (typeof part === "number") return editList(value, part, rest, change);
  if (value !== undefined && value !== null && !isNamed(value)) throw new NoSuchPlace(`"${part}" has no place here`);
  const named = value ?? {};
  if (rest.length === 0 && "remove" in change) {
    return Object.fromEntries(Object.entries(named).filter(([key]) => key !== part));
  }
  const inner = Object.hasOwn(named, part) ? named[part] : undefined;
  return { ...named, [part]: editValue(inner, { path: rest, ...change } as ContentEdit) };
}

function editList(
  value: FileValue | undefined,
  at: number,
  rest: ValuePath,
  change: { set: FileValue } | { insert: FileValue } | { remove: true } | { moveTo: number },
): FileValue {
  if (value !== undefined && value !== null && !isList(value)) throw new NoSuchPlace(`Item ${at + 1} is not in a list`);
  const list = value ?? [];
  const isInside = Number.isInteger(at) && at >= 0 && at < list.length;
  if (rest.length > 0 || "set" in change) {
    if (!(isInside || at === list.length)) throw new NoSuchPlace(`The list has no item ${at + 1}`);
    const item = editValue(list[at], { path: rest, ...change } as ContentEdit);
    return list.toSpliced(at, 1, item);
  }
  if ("insert" in change) {
    if (!(isInside || at === list.length)) throw new NoSuchPlace(`The list has no place ${at + 1}`);
    return list.toSpliced(at, 0, change.insert);
  }
  const item = list[at];
  if (!isInside || item === undefined) throw new NoSuchPlace(`The list has no item ${at + 1}`);
  const others = list.toSpliced(at, 1);
  if (!("moveTo" in change)) return others;
  const { moveTo } = change;
  if (!(Number.isInteger(moveTo) && moveTo >= 0 && moveTo < list.length)) {
    throw new NoSuchPlace(`The list has no place ${moveTo + 1}`);
  }
  return others.toSpliced(moveTo, 0, item);
}
