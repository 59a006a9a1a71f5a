import { useEffect, useEffectEvent, useState } from "react";

/**
 * What is open in a tab, synchronised with the dashboard's address: reload and back work.
 *
 * @param read reads the open place from the address
 * @param toQuery the query that names a place
 * @param isPassing whether the current address only leads to a place, so that going back skips it
 */
export function usePlace<Place>(
  read: () => Place,
  toQuery: (place: Place) => Record<string, string>,
  isPassing: () => boolean = () => false,
): [Place, (to: Place) => void] {
  const [place, setPlace] = useState(read);
  const follow = useEffectEvent(() => setPlace(read()));
  useEffect(() => {
    const onMove = () => follow();
    addEventListener("popstate", onMove);
    return () => removeEventListener("popstate", onMove);
  }, []);
  const open = (to: Place) => {
    const change = isPassing() ? "replaceState" : "pushState";
    history[change](history.state, "", `${location.pathname}?${new URLSearchParams(toQuery(to))}${location.hash}`);
    setPlace(to);
  };
  return [place, open];
}
