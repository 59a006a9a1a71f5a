import type { ScreenContent, SetlistSong } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { albumSlug, normaliseSlug } from "@porchlight/protocol/music.ts";
import { placeOf, showTitle, weekdayOf } from "@porchlight/protocol/show-words.ts";
import { isOver, SHOWS_PATH, type Show, splitShows } from "@porchlight/protocol/shows.ts";
import type { Artist } from "../content/artist.ts";
import type { Music } from "../content/content.ts";
import { type Prepared, prepare } from "../http/prepared.ts";
import { CLOSED_POLICY, embedHeaders } from "../http/security-headers.ts";
import { toCalendar } from "../services/shows/calendar.ts";
import { embedTheme, isEmbed, toEmbed } from "../services/shows/embed.ts";
import { SHOWS_FEED_PATH, toFeed } from "../services/shows/feed.ts";

/** Maximum numbers of shows in the finished page. The data of the screen has all. */
const IN_PAGE = { ahead: 20, past: 8 };

/** A show's own calendar is at its page's path with this ending. */
const CALENDAR_ENDING = ".ics";
const CALENDAR_PATH = `${SHOWS_PATH}${CALENDAR_ENDING}`;
/** Paths below which there are only shows: pages, calendars and the feed. */
const SHOW_PATH = /^\/shows\/([^/]+?)(\.ics)?$/;

/** What the shows' pages need besides the shows. */
type ShowsFrame = { artist: Artist; music: Music; publicUrl: string; now: number; hasReminders: boolean };

/** Programs fetch calendars and feeds again and again, so each response can be revalidated. */
const HEADERS = { "Cache-Control": "no-cache", "Content-Security-Policy": CLOSED_POLICY };

/**
 * Builds the screen of all shows, or the page of one.
 *
 * @param shown "all" for the finished page, which has only the first; absent for the data of the screen
 */
export function toShowsScreen(
  shows: readonly Show[],
  { artist, music, now, hasReminders }: ShowsFrame,
  shown?: "all" | Show,
): ScreenContent {
  const { language, name, kind } = artist;
  const { ahead, past } = splitShows(shows, now);
  const counts = {
    aheadCount: ahead.length,
    pastCount: past.length,
    ...(hasReminders && { hasReminders: true as const }),
  };
  if (typeof shown === "object") {
    const date = formatDate(shown.date, language);
    return {
      screen: "shows",
      title: `${showTitle(shown, name)}, ${date}`,
      description: `${name}, ${weekdayOf(shown, language)}, ${date}: ${placeOf(shown, language)}.`,
      keywords: [name, shown.venue, shown.town],
      ...counts,
      ...(isOver(shown, now) ? { ahead: [], past: [shown] } : { ahead: [shown], past: [] }),
      show: shown,
      ...withSongs([shown], music),
    };
  }
  const [next] = ahead;
  const inPage = shown ? { ahead: ahead.slice(0, IN_PAGE.ahead), past: past.slice(0, IN_PAGE.past) } : { ahead, past };
  return {
    screen: "shows",
    title: "Shows",
    description: next
      ? `Where ${name} ${kind === "Person" ? "plays" : "play"} next: ${formatDate(next.date, language)}, ${next.venue}, ${next.town}.`
      : `Shows of ${name}.`,
    keywords: [name, ...new Set(ahead.slice(0, 5).map(({ town }) => town))],
    ...counts,
    ...inPage,
    ...withSongs(inPage.past, music),
  };
}

/** Finds the songs of setlists among the recordings. Capitals and punctuation of a title do not matter. */
function withSongs(shows: readonly Show[], { albums = [], recordings }: Music): { songs?: SetlistSong[] } {
  const titles = new Set(shows.flatMap(({ setlist }) => setlist));
  if (titles.size === 0) return {};
  const known = new Map<string, string>();
  // The newest album comes first, and a song is played from there.
  for (const album of albums.map(albumSlug)) {
    const own = recordings.find((one) => normaliseSlug(one.album) === album)?.recordings ?? [];
    for (const { title } of own) {
      const song = normaliseSlug(title);
      if (!known.has(song)) known.set(song, album);
    }
  }
  const songs = [...titles].flatMap((title) => {
    const album = known.get(normaliseSlug(title));
    return album === undefined ? [] : { title, album };
  });
  return songs.length > 0 ? { songs } : {};
}

/** Finds the show at a page's path, `/shows/2026-kingston`. */
export function findShow(shows: readonly Show[], path: string): Show | undefined {
  const [, id, calendar] = SHOW_PATH.exec(path) ?? [];
  return calendar === undefined ? shows.find((show) => show.id === id) : undefined;
}

/** The calendar, feed or embed at a path; undefined if there is none. */
export function prepareShowsFile(shows: readonly Show[], path: string, frame: ShowsFrame): Prepared | undefined {
  const { artist, publicUrl, now } = frame;
  const about = { artistName: artist.name, language: artist.language, publicUrl, now };
  if (shows.length === 0) return undefined;
  if (path === SHOWS_FEED_PATH) return prepareFile("application/atom+xml", toFeed(shows, about));
  if (path === CALENDAR_PATH) {
    return prepareFile("text/calendar", toCalendar(shows, { ...about, source: `${publicUrl}${CALENDAR_PATH}` }));
  }
  if (isEmbed(path)) return prepareEmbed(shows, path, frame);
  const [, id, calendar] = SHOW_PATH.exec(path) ?? [];
  const show = calendar === undefined ? undefined : shows.find((one) => one.id === id);
  return show && prepareFile("text/calendar", toCalendar([show], about));
}

function prepareEmbed(shows: readonly Show[], address: string, { artist, publicUrl, now }: ShowsFrame): Prepared {
  const { html, style } = toEmbed(shows, { artist, publicUrl, now, theme: embedTheme(address) });
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache", ...embedHeaders(style) };
  return prepare({ headers, body: html });
}

function prepareFile(type: string, body: string): Prepared {
  return prepare({ headers: { "Content-Type": `${type}; charset=utf-8`, ...HEADERS }, body });
}
