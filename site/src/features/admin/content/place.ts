import type { ValuePath } from "@porchlight/protocol/content-editing.ts";
import { useEffect, useState } from "react";
import { findArea } from "./areas.ts";

/** What is open: an area, and in it perhaps an item of a list. */
export type Place = { area: string; path: ValuePath };

/** Names in the dashboard's address: `/admin?website=products&item=products.2`, or `/admin?page=/shop/lake-effect-tee`. */
const [AREA, ITEM, PAGE] = ["website", "item", "page"];

/** Reads the public page whose form is asked for. */
export function readRequestedPage(): string | undefined {
  return new URLSearchParams(location.search).get(PAGE) ?? undefined;
}

/** Reads the open place from the address. `history` and `start` are places of their own. */
export function readPlace(): Place | undefined {
  const query = new URLSearchParams(location.search);
  const area = query.get(AREA);
  if (area === null || !(area === "start" || area === "history" || findArea(area))) return undefined;
  const path = (query.get(ITEM) ?? "")
    .split(".")
    .filter((part) => part !== "")
    .map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : part));
  return { area, path };
}

function addressOf({ area, path }: Place): string {
  const query = new URLSearchParams({ [AREA]: area, ...(path.length > 0 && { [ITEM]: path.join(".") }) });
  return `${location.pathname}?${query}${location.hash}`;
}

/** The open place, in step with the address: reload and back work. */
export function usePlace(): [Place, (to: Place) => void] {
  const [place, setPlace] = useState(() => readPlace() ?? { area: "start", path: [] });
  useEffect(() => {
    const follow = () => setPlace(readPlace() ?? { area: "start", path: [] });
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const open = (to: Place) => {
    // A page's address only leads to its form.
    const change = readRequestedPage() === undefined ? "pushState" : "replaceState";
    history[change](history.state, "", addressOf(to));
    setPlace(to);
  };
  return [place, open];
}
