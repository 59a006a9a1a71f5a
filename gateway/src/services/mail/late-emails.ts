import type { WaitingName } from "./waiting-emails.ts";

/** How long a late email is still tried, in milliseconds, because the clock may be ahead for a while. */
export const TRIED_LATE_MS = 60 * 60 * 1000;

/**
 * Finds emails that are really late. If the clock is ahead, as after a start without a network, emails look late.
 * So an email counts as late only after it has looked late for {@link TRIED_LATE_MS}.
 *
 * @param now milliseconds on a steady clock
 * @returns a function that takes the emails that look late, and returns those to give up
 */
export function createLateEmails(now: () => number): (late: readonly WaitingName[]) => ReadonlySet<WaitingName> {
  let lateSince: ReadonlyMap<string, number> = new Map();
  return (late) => {
    lateSince = new Map(late.map((email) => [keyOf(email), lateSince.get(keyOf(email)) ?? now()]));
    return new Set(late.filter((email) => now() - (lateSince.get(keyOf(email)) ?? now()) >= TRIED_LATE_MS));
  };
}

/** The part of a name that is the same at every try. */
function keyOf({ name }: WaitingName): string {
  return name.replace(/\.after-.*/, "");
}
