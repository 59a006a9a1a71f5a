import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { SubscriberStatus } from "@porchlight/protocol/subscriber.ts";

/** What stands in the fields above the list; empty text narrows nothing. */
export type FilterChoice = Record<"email" | "source" | "from" | "to", string> & {
  status: SubscriberStatus | "";
};

/** Nothing chosen. */
export const NO_CHOICE: FilterChoice = { email: "", source: "", status: "", from: "", to: "" };

/** The filter that the fields stand for. */
export function toFilter(choice: FilterChoice): SubscriberFilter {
  const { source, status, from, to } = choice;
  const email = choice.email.trim().toLowerCase();
  return {
    ...(email !== "" && { email }),
    ...(source !== "" && { source }),
    ...(status !== "" && { status }),
    // Where browsers have no field for dates, anything may be typed in its place.
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
