/** Finds one of the browser's storages. It throws if storage is forbidden, and on the gateway. */
type FindStorage = () => Storage;

export const local: FindStorage = () => localStorage;
export const session: FindStorage = () => sessionStorage;

/** @returns null for a missing item; undefined if storage is forbidden */
export function readStored(find: FindStorage, key: string): string | null | undefined {
  try {
    return find().getItem(key);
  } catch {
    return undefined;
  }
}

/** @returns the value of a stored JSON text; undefined if there is none or it is invalid */
export function readStoredJson(find: FindStorage, key: string): unknown {
  try {
    return JSON.parse(readStored(find, key) ?? "");
  } catch {
    return undefined;
  }
}

/**
 * Stores a text, or removes the item for null.
 *
 * @returns false if storage is full or forbidden
 */
export function writeStored(find: FindStorage, key: string, text: string | null): boolean {
  try {
    if (text === null) find().removeItem(key);
    else find().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
