import type { ContentEdit, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";

/** A value with names, `{ title: "Tee" }`. */
export type Named = { readonly [key: string]: FileValue };

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

/** An edit leads to no place of the file. */
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

/** Keys that tell one item of a list from another, the most telling first. */
const IDENTITIES = ["handle", "id", "code", "file", "url", "name", "title", "role", "source", "options"];

/** What an item of a list is known by, as text. */
function identityOf(item: FileValue): string {
  if (!isNamed(item)) return JSON.stringify(item);
  const key = IDENTITIES.find((one) => item[one] !== undefined);
  return key === undefined ? "" : `${key} ${JSON.stringify(item[key])}`;
}

/**
 * Finds each item of one list in another: the same one, else one with the same identity, else the next one that is left
 * over, if as many are left over on both sides.
 *
 * @returns for each item of `from` its index in `to`; undefined if it is not there
 */
export function alignLists(from: readonly FileValue[], to: readonly FileValue[]): (number | undefined)[] {
  const found: (number | undefined)[] = from.map(() => undefined);
  const free = new Set(to.keys());
  const match = (isSame: (one: FileValue, other: FileValue) => boolean) => {
    for (const [at, item] of from.entries()) {
      if (found[at] !== undefined) continue;
      for (const other of free) {
        const candidate = to[other];
        if (candidate === undefined || !isSame(item, candidate)) continue;
        found[at] = other;
        free.delete(other);
        break;
      }
    }
  };
  match(isEqual);
  match((one, other) => identityOf(one) !== "" && identityOf(one) === identityOf(other));
  const left = found.flatMap((other, at) => (other === undefined ? at : []));
  if (left.length === free.size) {
    const rest = [...free];
    for (const [index, at] of left.entries()) found[at] = rest[index];
  }
  return found;
}

/** Finds edits that turn one value into another and leave alone what is the same in both. */
export function findEdits(from: FileValue | undefined, to: FileValue, path: ValuePath = []): ContentEdit[] {
  if (isEqual(from, to)) return [];
  if (isNamed(from) && isNamed(to)) {
    return [
      ...Object.keys(from)
        .filter((key) => !Object.hasOwn(to, key))
        .map((key): ContentEdit => ({ path: [...path, key], remove: true })),
      ...Object.entries(to).flatMap(([key, inner]) =>
        findEdits(Object.hasOwn(from, key) ? from[key] : undefined, inner, [...path, key]),
      ),
    ];
  }
  if (isList(from) && isList(to) && from.length > 0 && to.length > 0) return findListEdits(from, to, path);
  return [{ path, set: to }];
}

function findListEdits(from: readonly FileValue[], to: readonly FileValue[], path: ValuePath): ContentEdit[] {
  const edits: ContentEdit[] = [];
  const targets = alignLists(from, to);
  // The items that stay, each with the place where it belongs. They are followed through every edit.
  const now = from.map((item, at) => ({ item, target: targets[at] }));
  for (let at = now.length - 1; at >= 0; at -= 1) {
    if (now[at]?.target !== undefined) continue;
    edits.push({ path: [...path, at], remove: true });
    now.splice(at, 1);
  }
  for (const [at, item] of to.entries()) {
    const found = now.findIndex(({ target }) => target === at);
    if (found < 0) {
      edits.push({ path: [...path, at], insert: item });
      now.splice(at, 0, { item, target: at });
      continue;
    }
    const [moved] = now.splice(found, 1);
    if (moved) now.splice(at, 0, moved);
    if (found !== at) edits.push({ path: [...path, found], moveTo: at });
    edits.push(...findEdits(moved?.item, item, [...path, at]));
  }
  return edits;
}
