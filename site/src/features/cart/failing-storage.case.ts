import { vi } from "vitest";

/** A `full` storage can still be read, but a `forbidden` one cannot. */
type StorageFailure = "full" | "forbidden";

/**
 * Replaces the local storage by one that rejects every item. A spy does not work: happy-dom's storage caches its methods.
 *
 * @returns a function that restores the storage
 */
export function failStorage(how: StorageFailure): () => void {
  const own = localStorage;
  const fail = () => {
    throw new DOMException("no", how === "full" ? "QuotaExceededError" : "SecurityError");
  };
  const full = {
    get length() {
      return own.length;
    },
    getItem: (key: string) => own.getItem(key),
    removeItem: (key: string) => own.removeItem(key),
    setItem: fail,
  };
  vi.stubGlobal("localStorage", how === "full" ? full : { getItem: fail, removeItem: fail, setItem: fail });
  return () => vi.stubGlobal("localStorage", own);
}
