import { formatDate, formatInstant } from "@porchlight/protocol/format-date.ts";
import { placeOf, showTitle, timeOf, timesOf, weekdayOf } from "@porchlight/protocol/show-words.ts";
import { SHOWS_PATH, type Show, showPath } from "@porchlight/protocol/shows.ts";
import { toDay } from "../../../lib/time-zone.ts";
import type { Block, EmailContent } from "../../shared/emails/content.ts";
import type { Facts, News } from "./plan.ts";
import * as words from "./words.ts";

/** Whose emails these are. */
type Sender = { artistName: string; language: string; publicUrl: string; now: Date };

/** The email with the link that confirms. A stranger may have caused it, so it contains nothing that was typed. */
export function composeConfirmation(
  about: { show?: Show | undefined; town?: string },
  {
    artistName,
    language,
    link,
    stopLink,
  }: Pick<Sender, "artistName" | "language"> & { link: string; stopLink: string },
): EmailContent {
  const { show, town = "" } = about;
  const name = show ? `${showTitle(show, artistName)}, ${formatDate(show.date, language)}` : words.nameOfNear(town);
  return {
    subject: words.confirmSubject(name),
    title: words.confirmSubject(name),
    blocks: [
      words.somebodyAsked(artistName, name),
      show ? words.showPromise : words.nearPromise,
      words.ifNotYou,
      stopLine(stopLink),
    ],
    button: { words: words.yes, href: link },
  };
}

/** The email about news of a show, or of shows near a town. */
export function composeNews(news: News, sender: Sender, stopLink: string): EmailContent {
  const { artistName, language, publicUrl, now } = sender;
  if (news.kind === "near") {
    const title = words.newNear(artistName, news.town);
    const shows = news.shows.map((show) => ({
      lines: [
        { words: showTitle(show, artistName), href: `${publicUrl}${showPath(show.id)}` },
        ...whenAndWhere(show, language),
      ],
    }));
    return {
      subject: title,
      title,
      blocks: [words.newNearSentence(news.town), ...shows, stopLine(stopLink)],
      button: { words: words.seeShows, href: `${publicUrl}${SHOWS_PATH}` },
    };
  }
  const { show } = news;
  const title = headline(news, now, artistName);
  return {
    subject: title,
    title,
    blocks: [
      ...(news.kind === "change" ? sentencesOf(show, news.before, language) : []),
      ...(show.status === "postponed" ? [] : [{ lines: whenAndWhere(show, language) }]),
      stopLine(stopLink),
    ],
    button: { words: words.seeShow, href: `${publicUrl}${showPath(show.id)}` },
  };
}

function headline({ kind, show }: Exclude<News, { kind: "near" }>, now: Date, artistName: string): string {
  const title = showTitle(show, artistName);
  if (kind === "reminder") return words.inDays(title, daysUntil(show, now));
  if (show.status === "cancelled") return words.isCancelled(title);
  return show.status === "postponed" ? words.isPostponed(title) : words.hasChanged(title);
}

function sentencesOf(show: Show, before: Facts, language: string): string[] {
  if (show.status === "cancelled") return [words.cancelledSentence];
  if (show.status === "postponed") return [words.postponedSentence];
  const begins = before.starts ?? before.doors;
  const facts = [
    formatDate(before.date, language),
    ...(begins === undefined ? [] : [timeOf(begins, show.timeZone, language)]),
    before.venue,
  ];
  return [words.before(facts.join(", ")), words.changedSentence];
}

function whenAndWhere(show: Show, language: string): string[] {
  const times = timesOf(show, language);
  return [
    `${weekdayOf(show, language)}, ${formatDate(show.date, language)}`,
    ...(times === "" ? [] : [words.timesIn(times, zoneOf(show, language))]),
    placeOf(show, language),
  ];
}

/** "Eastern Standard Time" */
function zoneOf({ date, starts = `${date}T12:00:00Z`, timeZone }: Show, language: string): string {
  const named = formatInstant(starts, language, { timeZone, timeZoneName: "long", year: "numeric" });
  return named.replace(/^\d+[,\s]+/, "");
}

/** Days from today to the show's day, both on the venue's calendar. */
function daysUntil({ date, timeZone }: Show, now: Date): number {
  return Math.round((Date.parse(date) - Date.parse(toDay(now, timeZone))) / (24 * 60 * 60 * 1_000));
}

function stopLine(href: string): Block {
  return { lines: [{ words: words.stopEmails, href }] };
}
