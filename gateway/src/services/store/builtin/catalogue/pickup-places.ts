import { formatDate } from "@porchlight/protocol/format-date.ts";
import { type Show, splitShows } from "@porchlight/protocol/shows.ts";
import { hasPassed } from "../../../../lib/has-passed.ts";
import type { PickupPlace } from "./store-settings.ts";

/** A pickup place of `store.yaml`. With `atShows` it stands for the next shows. */
type WrittenPlace = PickupPlace & { atShows: boolean };

/**
 * Maximum number of shows that a buyer chooses from. Somebody who orders now rarely does so because of a later show.
 */
const SHOWS_MAX = 6;
/** How often the shows are read again, in milliseconds: pricing a cart must not depend on how many there are. */
const READ_EVERY_MS = 1_000;

/**
 * Lists the places that are offered now: the owner's, and each of the next shows by name instead of a place with
 * `atShows`. While there is no upcoming show, that place itself is offered.
 *
 * @param shows all shows that visitors may see now
 * @param language the artist's language, for dates
 */
export function createPickupPlaces(
  written: readonly WrittenPlace[],
  { shows, clock, language }: { shows: () => readonly Show[]; clock: () => Date; language: string },
): () => readonly PickupPlace[] {
  if (!written.some(({ atShows }) => atShows)) return () => written;
  let places: readonly PickupPlace[] = [];
  let readAt: number | undefined;
  return () => {
    const now = clock().getTime();
    if (readAt !== undefined && !hasPassed(readAt, now, READ_EVERY_MS)) return places;
    readAt = now;
    const next = splitShows(shows(), now)
      // A postponed show has no day, so nobody can plan to come.
      .ahead.filter(({ status }) => status !== "cancelled" && status !== "postponed")
      .slice(0, SHOWS_MAX);
    places = written.flatMap((place) =>
      place.atShows && next.length > 0 ? next.map((show) => placeAtShow(place, show, language)) : [place],
    );
    return places;
  };
}

function placeAtShow({ handle, title, instructions }: WrittenPlace, show: Show, language: string): PickupPlace {
  const { id, date, name = show.venue, town } = show;
  const day = formatDate(date, language);
  return {
    // No handle that is made from a title has a slash.
    handle: `${handle}/${id}`,
    title: `${title}: ${name}, ${town}, ${day}`,
    instructions,
    show: { title: `${town}, ${day}`, detail: name },
  };
}
