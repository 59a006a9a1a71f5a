import { usePlace } from "../shared/use-place.ts";

/** What is open: the list, the settings, or a newsletter by its id. */
export type Place = "list" | "settings" | number;

/** Name in the dashboard's address, `/admin?newsletters=12`. */
const PLACE = "newsletters";

function readPlace(): Place {
  const text = new URLSearchParams(location.search).get(PLACE) ?? "";
  if (text === "settings") return text;
  return /^\d{1,15}$/.test(text) ? Number(text) : "list";
}

/** The open place, synchronised with the address. */
export function useNewsletterPlace(): [Place, (to: Place) => void] {
  return usePlace(readPlace, (place) => ({ [PLACE]: String(place) }));
}
