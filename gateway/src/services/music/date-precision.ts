import type { Album } from "@porchlight/protocol/music.ts";

const PRECISIONS = { 4: "year", 7: "month", 10: "day" } as const;

/** How precise a release date is. @param date `2022`, `2022-06` or `2022-06-03`, already checked */
export function precisionOf(date: string): Album["release_date_precision"] {
  // The cast holds: dates of another length do not pass the check.
  return PRECISIONS[date.length as keyof typeof PRECISIONS];
}
