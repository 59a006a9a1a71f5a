import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";

/** What stands in the fields above the list; empty text narrows nothing. */
export type FilterChoice = Record<"email" | "source" | "from" | "to", string>;

/** Nothing chosen. */
export const NO_CHOICE: FilterChoice = { email: "", source: "", from: "", to: "" };

/** The filter that the fields stand for. */
export function filterOf(choice: FilterChoice): SubscriberFilter {
  const { source, from, to } = choice;
  const email = choice.email.trim().toLowerCase();
  return {
    ...(email !== "" && { email }),
    ...(source !== "" && { source }),
    // Where browsers have no field for dates, anything may be typed in its place.
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
