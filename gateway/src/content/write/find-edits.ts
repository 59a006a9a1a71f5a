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

/** Whether two items of lists are the same one, although one of them may have changed. */
export function hasSameIdentity(one: FileValue | undefined, other: FileValue): boolean {
  return one !== undefined && identityOf(one) !== "" && identityOf(one) === identityOf(other);
}

/**
 * Finds each item of one list in another: the same one, else one with the same identity, else the next one that is left
 * over, if both sides have equally many left over.
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
  match(hasSameIdentity);
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
