import type { ContentEdit, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isEqual, isList, isNamed } from "@porchlight/protocol/content-values.ts";

/** Keys that identify an item of a list, the most specific first. */
const IDENTITIES = ["handle", "id", "code", "file", "url", "name", "title", "role", "source", "options"];

/** The identity of an item of a list, as text. */
function identityOf(item: FileValue): string {
  if (!isNamed(item)) return JSON.stringify(item);
  const key = IDENTITIES.find((one) => item[one] !== undefined);
  return key === undefined ? "" : `${key} ${JSON.stringify(item[key])}`;
}

/** The value as text, the same for values that differ only in the order of their keys. */
function canonicalOf(value: FileValue): string {
  return JSON.stringify(value, (_, inner: FileValue) =>
    isNamed(inner) ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
}

/** Finds items of a list, each once and the first ones first, without comparing each with each. */
export function createFinder(list: readonly FileValue[]) {
  const free = new Set(list.keys());
  const findBy = (keyOf: (item: FileValue) => string) => {
    const places = new Map<string, number[]>();
    for (const [at, item] of [...list.entries()].reverse()) {
      const key = keyOf(item);
      const others = places.get(key);
      if (others) others.push(at);
      else if (key !== "") places.set(key, [at]);
    }
    return (item: FileValue): number | undefined => {
      const others = places.get(keyOf(item)) ?? [];
      for (let at = others.pop(); at !== undefined; at = others.pop()) if (free.delete(at)) return at;
      return undefined;
    };
  };
  return { free, findEqual: findBy(canonicalOf), findSame: findBy(identityOf) };
}

/**
 * Finds each item of one list in another: the same one, else one with the same identity, else the next one that is left
 * over, if both sides have equally many left over.
 *
 * @returns for each item of `from` its index in `to`; undefined if it is not there
 */
export function alignLists(from: readonly FileValue[], to: readonly FileValue[]): (number | undefined)[] {
  const { free, findEqual, findSame } = createFinder(to);
  const found = from.map(findEqual).map((other, at) => other ?? findSame(from[at] ?? null));
  const left = found.flatMap((other, at) => (other === undefined ? at : []));
  if (left.length === free.size) {
    const rest = [...free];
    for (const [index, at] of left.entries()) found[at] = rest[index];
  }
  return found;
}

/**
 * Finds edits that turn one value into another and leave alone what is the same in both.
 *
 * @param most maximum number of edits: a list or map with more is replaced as a whole
 */
export function findEdits(
  from: FileValue | undefined,
  to: FileValue,
  path: ValuePath = [],
  most = Number.POSITIVE_INFINITY,
): ContentEdit[] {
  if (isEqual(from, to)) return [];
  const edits = findParts(from, to, path, most);
  return edits && edits.length <= most ? edits : [{ path, set: to }];
}

/** @returns undefined if the values have no parts in common */
function findParts(
  from: FileValue | undefined,
  to: FileValue,
  path: ValuePath,
  most: number,
): ContentEdit[] | undefined {
  if (isNamed(from) && isNamed(to)) {
    return [
      ...Object.keys(from)
        .filter((key) => !Object.hasOwn(to, key))
        .map((key): ContentEdit => ({ path: [...path, key], remove: true })),
      ...Object.entries(to).flatMap(([key, inner]) =>
        findEdits(Object.hasOwn(from, key) ? from[key] : undefined, inner, [...path, key], most),
      ),
    ];
  }
  if (isList(from) && isList(to) && from.length > 0 && to.length > 0) return findListEdits(from, to, path, most);
  return undefined;
}

function findListEdits(
  from: readonly FileValue[],
  to: readonly FileValue[],
  path: ValuePath,
  most: number,
): ContentEdit[] {
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
    edits.push(...findEdits(moved?.item, item, [...path, at], most));
  }
  return edits;
}
