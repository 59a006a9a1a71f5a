import type { ValuePath } from "@porchlight/protocol/content-editing.ts";
import { findArea } from "../shared/areas.ts";
import { usePlace } from "../shared/use-place.ts";

/** What is open: an area, and in it perhaps an item of a list. */
export type Place = { area: string; path: ValuePath };

/** Names in the dashboard's address: `/admin?website=products&item=products.2`, or `/admin?page=/shop/lake-effect-tee`. */
const [AREA, ITEM, PAGE] = ["website", "item", "page"];

/** Reads the public page whose form is requested. */
export function readRequestedPage(): string | undefined {
  return new URLSearchParams(location.search).get(PAGE) ?? undefined;
}

/** Reads the open place from the address. `history` and `start` are places too. */
function readPlace(): Place | undefined {
  const query = new URLSearchParams(location.search);
  const area = query.get(AREA);
  if (area === null || !(area === "start" || area === "history" || findArea(area))) return undefined;
  const path = (query.get(ITEM) ?? "")
    .split(".")
    .filter((part) => part !== "")
    .map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : part));
  return { area, path };
}

/** The open place, synchronised with the address. */
export function useWebsitePlace(): [Place, (to: Place) => void] {
  return usePlace(
    () => readPlace() ?? { area: "start", path: [] },
    ({ area, path }) => ({ [AREA]: area, ...(path.length > 0 && { [ITEM]: path.join(".") }) }),
    // A page's address only leads to its form.
    () => readRequestedPage() !== undefined,
  );
}
