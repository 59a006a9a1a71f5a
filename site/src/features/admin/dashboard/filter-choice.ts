import type { SubscriberFilter } from "@porchlight/protocol/admin.ts";
import type { SubscriberStatus } from "@porchlight/protocol/subscriber.ts";

/** Values of the filter fields. An empty text does not filter. */
export type FilterChoice = Record<"email" | "source" | "from" | "to", string> & {
  status: SubscriberStatus | "";
};

export const NO_CHOICE: FilterChoice = { email: "", source: "", status: "", from: "", to: "" };

/** Converts the fields to a filter. */
export function toFilter(choice: FilterChoice): SubscriberFilter {
  const { source, status, from, to } = choice;
  const email = choice.email.trim().toLowerCase();
  return {
    ...(email !== "" && { email }),
    ...(source !== "" && { source }),
    ...(status !== "" && { status }),
    // If a browser has no date fields, the owner can type anything.
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
