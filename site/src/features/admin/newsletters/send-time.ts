import { formatInstant } from "@porchlight/protocol/format-date.ts";
import { findInstant, findInstants } from "@porchlight/protocol/zoned-time.ts";

/** How far ahead the gateway schedules, in milliseconds. */
const SCHEDULE_MAX_MS = 365 * 24 * 60 * 60_000;

/**
 * A typed time in a time zone. `twice`: clocks show it twice that day. `skipped`: clocks skip it; `next` is the time
 * that they show instead.
 */
type SendTime =
  | { kind: "once"; at: number }
  | { kind: "twice"; at: readonly [first: number, second: number] }
  | { kind: "skipped"; next: number }
  | { kind: "past" | "too-late" | "empty" };

/** @param local `YYYY-MM-DDTHH:MM`, the value of a `datetime-local` input */
export function readSendTime(local: string, timeZone: string, now: number): SendTime {
  if (Number.isNaN(Date.parse(`${local}Z`))) return { kind: "empty" };
  const [first, second] = findInstants(local, timeZone);
  const latest = second ?? first ?? findInstant(local, timeZone);
  if (latest <= now) return { kind: "past" };
  if (latest > now + SCHEDULE_MAX_MS) return { kind: "too-late" };
  if (first === undefined) return { kind: "skipped", next: latest };
  if (second === undefined) return { kind: "once", at: first };
  // The first of the two may have just passed.
  return first <= now ? { kind: "once", at: second } : { kind: "twice", at: [first, second] };
}

/** "Friday, March 6, 2026 at 9:00 AM EST": a time in a time zone, with the zone's name. */
export function formatZoned(at: number | string, timeZone: string, language: string): string {
  const options: Intl.DateTimeFormatOptions = {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  };
  return formatInstant(new Date(at), language, options);
}

/** Name of a zone's time at an instant, "EST". */
export function zoneName(at: number, timeZone: string, language: string): string {
  return formatInstant(new Date(at), language, { timeZone, timeZoneName: "short" }).replace(/^.*,\s*/, "");
}

/** The time of day in a time zone, "3:30 AM". */
export function formatClock(at: number, timeZone: string, language: string): string {
  return formatInstant(new Date(at), language, { timeZone, timeStyle: "short" });
}
