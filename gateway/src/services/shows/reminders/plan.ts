import { kilometresBetween } from "@porchlight/protocol/distance.ts";
import { isOver, type Show } from "@porchlight/protocol/shows.ts";
import { toZonedInstant } from "../../../lib/time-zone.ts";

/** A confirmed request as the table `show_reminders` has it. */
export type ReminderRow = {
  key: string;
  email: string;
  show_id: string | null;
  town: string | null;
  latitude: number | null;
  longitude: number | null;
  confirmed_at: string;
  handled_until: string;
  told: string | null;
  over_at: string;
};

/** What to tell a person. `until`: an email that is not sent by then is useless. */
export type News =
  | { kind: "reminder"; show: Show; until: Date }
  | { kind: "change"; show: Show; before: Facts; until: Date }
  | { kind: "near"; shows: readonly Show[]; town: string; until: Date };

/** The changes of a row, and the email about it, if any. */
type Plan = Pick<ReminderRow, "handled_until" | "told" | "over_at"> & { news?: News };

/** Facts that a person who comes to a show must know. People get an email when any of it changes. */
export type Facts = Pick<Show, "status" | "date" | "doors" | "starts" | "venue">;

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The hour of reminders, on the venue's clock. */
const MORNING = "10:00";
/** An email about a change waits until the owner's file is unchanged for this time, so that no typing error is sent. */
const SETTLED_AFTER_MS = 10 * 60_000;
/** "Near", in kilometres: a drive of two hours. */
const NEAR_KM = 150;
/** How long requests for a postponed show are stored after its day. */
const POSTPONED_FOR_MS = 365 * DAY_MS;

/** Milliseconds since 1970: the clock's time, and a time that has certainly passed, even if the clock is ahead. */
export type PlanTime = { now: number; reached: number };

/** Plans what happens to a request now. It changes nothing that can wait. */
export function planFor(row: ReminderRow, shows: readonly Show[], time: PlanTime): Plan {
  return row.show_id === null ? planNear(row, shows, time) : planShow(row, shows, time);
}

function planShow(row: ReminderRow, shows: readonly Show[], { now, reached }: PlanTime): Plan {
  const show = shows.find(({ id }) => id === row.show_id);
  // A show that is no longer listed has no news. Its requests are deleted after its last known day.
  if (!show) return row;
  const over = Date.parse(show.overAt) + (show.status === "postponed" ? POSTPONED_FOR_MS : 0);
  const same = { ...row, over_at: new Date(over).toISOString() };
  const facts = factsOf(show);
  const told = JSON.stringify(facts);
  if (row.told === null) return { ...same, told };
  if (over <= reached) return same;
  if (row.told !== told) {
    if (!isSettled(show, now)) return same;
    return {
      ...same,
      told,
      // The email about the change says when the show is. A reminder in the same hour would only repeat it.
      handled_until: new Date(now).toISOString(),
      news: { kind: "change", show, before: JSON.parse(row.told), until: new Date(over) },
    };
  }
  const until = reminderDue(row, show, reached);
  if (until === undefined || until.getTime() <= now) return same;
  return { ...same, handled_until: new Date(reached).toISOString(), news: { kind: "reminder", show, until } };
}

/** @returns until when the reminder is useful; undefined if none is due */
function reminderDue({ handled_until }: ReminderRow, show: Show, now: number): Date | undefined {
  if (show.status === "cancelled" || show.status === "postponed") return undefined;
  const begins = Date.parse(show.starts ?? show.doors ?? show.overAt);
  const [week, day] = [morningBefore(show, 7), morningBefore(show, 1)];
  const handled = Date.parse(handled_until);
  const isDue = (from: number, until: number) => handled < from && from <= now && now < until;
  if (isDue(week, day)) return new Date(day);
  return isDue(day, begins) ? new Date(begins) : undefined;
}

function morningBefore({ date, timeZone }: Show, days: number): number {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
  return Date.parse(toZonedInstant({ day, time: MORNING }, timeZone));
}

function planNear(row: ReminderRow, shows: readonly Show[], { now }: PlanTime): Plan {
  const { town, latitude, longitude } = row;
  if (town === null || latitude === null || longitude === null) return row;
  const near = shows.filter(
    (show) =>
      show.position !== undefined &&
      show.status !== "cancelled" &&
      !isOver(show, now) &&
      kilometresBetween({ latitude, longitude }, show.position) <= NEAR_KM,
  );
  const ids = near.map(({ id }) => id);
  if (row.told === null) return { ...row, told: JSON.stringify(ids) };
  const known: string[] = JSON.parse(row.told);
  const news = near.filter((show) => !known.includes(show.id) && isSettled(show, now));
  if (news.length === 0) return row;
  const until = new Date(Math.max(...news.map(({ overAt }) => Date.parse(overAt))));
  return {
    ...row,
    told: JSON.stringify([...known, ...news.map(({ id }) => id)]),
    news: { kind: "near", shows: news, town, until },
  };
}

function factsOf({ status, date, doors, starts, venue }: Show): Facts {
  return { status, date, ...(doors !== undefined && { doors }), ...(starts !== undefined && { starts }), venue };
}

function isSettled({ changedAt }: Show, now: number): boolean {
  return now - Date.parse(changedAt) >= SETTLED_AFTER_MS;
}

/** What a new request knows: the show as the page said it; for a town, nothing until the first run. */
export function firstTold(show: Show | undefined): string | null {
  return show ? JSON.stringify(factsOf(show)) : null;
}
