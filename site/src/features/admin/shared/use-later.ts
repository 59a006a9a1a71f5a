import { useEffect, useState } from "react";

/**
 * Loads a module once it is needed, so that the dashboard's first screen stays small. If it does not load, the rest
 * still works.
 *
 * @param load the same function at each call
 * @returns the module; undefined until it has loaded
 */
export function useLater<Module extends object>(isNeeded: boolean, load: () => Promise<Module>): Module | undefined {
  const [loaded, setLoaded] = useState<Module>();
  useEffect(() => {
    if (!isNeeded) return;
    load().then(setLoaded, (error: unknown) => console.warn("A part of the dashboard could not be loaded", error));
  }, [isNeeded, load]);
  return loaded;
}
