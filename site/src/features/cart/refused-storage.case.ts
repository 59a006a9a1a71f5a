import { vi } from "vitest";

/** `full` storage still holds what it took before; `forbidden` storage can't even be read. */
export type RefusedStorage = "full" | "forbidden";

/**
 * Puts a local storage that takes nothing in the place of the browser's. A spy would not do: happy-dom's storage goes
 * on with the methods that it had when they were first used.
 *
 * @returns puts the browser's own back
 */
export function refuseStorage(how: RefusedStorage): () => void {
  const own = localStorage;
  const refuse = () => {
    throw new DOMException("no", how === "full" ? "QuotaExceededError" : "SecurityError");
  };
  const full = {
    get length() {
      return own.length;
    },
    getItem: (key: string) => own.getItem(key),
    removeItem: (key: string) => own.removeItem(key),
    setItem: refuse,
  };
  vi.stubGlobal("localStorage", how === "full" ? full : { getItem: refuse, removeItem: refuse, setItem: refuse });
  return () => vi.stubGlobal("localStorage", own);
}
