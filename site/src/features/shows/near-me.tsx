import { kilometresBetween } from "@porchlight/protocol/distance.ts";
import { townOf } from "@porchlight/protocol/show-words.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { useId, useState } from "react";
import * as words from "./words.ts";

type Position = NonNullable<Show["position"]>;

/** The order of the list: by date, or by the distance from a place. */
export type Order = { from: Position } | undefined;

const HERE = "here";

/**
 * Lets the visitor sort the shows by distance: from a town that they choose, or from where the browser says they are. It
 * happens in the browser, so the server never learns the place.
 */
export function NearMe({
  shows,
  language,
  onOrder,
}: {
  shows: readonly Show[];
  language: string;
  onOrder: (order: Order) => void;
}) {
  const [status, setStatus] = useState("");
  const id = useId();
  const towns = new Map(
    shows.flatMap((show) => (show.position ? [[townOf(show, language), show.position] as const] : [])),
  );
  if (towns.size < 2) return null;

  const choose = (value: string) => {
    setStatus("");
    if (value !== HERE) {
      const from = towns.get(value);
      onOrder(from && { from });
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onOrder({ from: coords }),
      () => setStatus(words.placeUnknown),
    );
  };

  return (
    <p className="shows-near">
      <label htmlFor={id}>{words.sortBy}</label>
      <select id={id} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{words.byDate}</option>
        <option value={HERE}>{words.nearMe}</option>
        {[...towns.keys()].map((town) => (
          <option key={town} value={town}>
            {words.nearTown(town)}
          </option>
        ))}
      </select>
      <span role="status">{status}</span>
    </p>
  );
}

/** Sorts shows by their distance from a place, the nearest first. Shows without a known place come last. */
export function sortByDistance(shows: readonly Show[], order: Order): readonly Show[] {
  if (!order) return shows;
  const distance = ({ position }: Show) =>
    position ? kilometresBetween(order.from, position) : Number.POSITIVE_INFINITY;
  return shows.toSorted((a, b) => distance(a) - distance(b));
}
