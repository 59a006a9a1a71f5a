import { formatDate } from "@porchlight/protocol/format-date.ts";
import { describeShow, placeOf, showTitle } from "@porchlight/protocol/show-words.ts";
import { SHOWS_PATH, type Show, showPath } from "@porchlight/protocol/shows.ts";
import { escapeXml } from "../../lib/escape-xml.ts";

/** What the feed says about the site. */
type FeedFrame = {
  artistName: string;
  language: string;
  /** Without a slash at the end. */
  publicUrl: string;
  now: number;
};

/** Path of the feed. */
export const SHOWS_FEED_PATH = `${SHOWS_PATH}.atom`;
/** Maximum number of shows in the feed, the ones that changed last. */
const ENTRIES_MAX = 50;

/** Writes the shows that changed last as an Atom feed. Source: RFC 4287. */
export function toFeed(shows: readonly Show[], { artistName, language, publicUrl, now }: FeedFrame): string {
  const latest = shows.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt)).slice(0, ENTRIES_MAX);
  const entries = latest.map((show) => {
    const url = escapeXml(`${publicUrl}${showPath(show.id)}`);
    const lines = [placeOf(show, language), ...describeShow(show, language)];
    return `<entry>
<title>${escapeXml(`${formatDate(show.date, language)}: ${showTitle(show, artistName)}`)}</title>
<id>${url}</id>
<link href="${url}"/>
<updated>${show.changedAt}</updated>
<content type="html">${escapeXml(lines.map((line) => `<p>${escapeXml(line)}</p>`).join(""))}</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
<title>${escapeXml(`${artistName}: shows`)}</title>
<id>${escapeXml(`${publicUrl}${SHOWS_PATH}`)}</id>
<link href="${escapeXml(`${publicUrl}${SHOWS_PATH}`)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${publicUrl}${SHOWS_FEED_PATH}`)}"/>
<updated>${latest[0]?.changedAt ?? new Date(now).toISOString()}</updated>
<author><name>${escapeXml(artistName)}</name></author>
${entries.join("\n")}
</feed>
`;
}
