import { albumPath } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { albumSlug, normaliseSlug } from "@porchlight/protocol/music.ts";
import type { NewsletterChoices, NewsletterText } from "@porchlight/protocol/newsletters.ts";
import { hasTickets, placeOf, showTitle, statesOf, timesOf, weekdayOf } from "@porchlight/protocol/show-words.ts";
import { splitShows } from "@porchlight/protocol/shows.ts";
import { escapeMarkdown } from "../../../content/markdown.ts";
import type { Composer } from "./contract.ts";
import { type BlockContent, findRelease, songsOf } from "./fill-blocks.ts";
import { buttonBlock } from "./read-text.ts";
import * as words from "./words.ts";

/** Writes the first text of a newsletter. It can be sent as it is. */
export function beginText(from: Parameters<Composer["begin"]>[0], content: BlockContent): NewsletterText | undefined {
  return "release" in from ? aboutRelease(from.release, content) : aboutShow(from.show, content);
}

function aboutRelease(named: string, content: BlockContent): NewsletterText | undefined {
  const { artist, music, shop, now } = content;
  const album = findRelease(music, named);
  if (!album) return undefined;
  const { name, release_date, album_type } = album;
  const slug = albumSlug(album);
  const isAhead = release_date > new Date(now).toISOString().slice(0, release_date.length);
  const date = isAhead ? formatDate(release_date, artist.language) : undefined;
  const goods = shop.products.filter(
    ({ handle, availableForSale }) => availableForSale && normaliseSlug(shop.releases?.get(handle) ?? "") === slug,
  );
  const sentence = words.releaseSentence(artist.kind, album_type, escapeMarkdown(name), date);
  const paragraphs = [
    sentence,
    `[[release: ${slug}]]`,
    ...(songsOf(music, slug).length > 1 ? [`[[tracks: ${slug}]]`] : []),
    ...(isAhead ? [] : [buttonBlock(words.listenTo(name), albumPath(slug))]),
    ...(goods.length > 0 ? [words.goodsSentence, ...goods.map(({ handle }) => `[[product: ${handle}]]`)] : []),
    words.thanks(artist.kind),
    escapeMarkdown(artist.name),
  ];
  return {
    subject: date === undefined ? words.isOut(name) : words.comesOut(name, date),
    preheader: words.releaseSentence(artist.kind, album_type, name, date).replaceAll("**", ""),
    body: `${paragraphs.join("\n\n")}\n`,
  };
}

function aboutShow(id: string, content: BlockContent): NewsletterText | undefined {
  const { artist, shows } = content;
  const show = shows.find((one) => one.id === id);
  if (!show) return undefined;
  const { language, kind, name } = artist;
  const day = `${weekdayOf(show, language)}, ${formatDate(show.date, language)}`;
  const [state] = statesOf(show, language);
  const title = showTitle(show, name);
  const isOff = show.status === "cancelled" || show.status === "postponed";
  const tickets = !isOff && hasTickets(show) ? show.tickets.url : undefined;
  const paragraphs = [
    isOff
      ? words.isOff(escapeMarkdown(title), day, show.status === "postponed")
      : words.showSentence(kind, escapeMarkdown(`${show.venue}, ${show.town}`), day),
    `[[show: ${id}]]`,
    ...(tickets === undefined ? [] : [buttonBlock(words.getTickets, tickets)]),
    escapeMarkdown(name),
  ];
  return {
    subject: isOff ? `${state}: ${title}` : words.showSubject(title, formatDate(show.date, language)),
    preheader: [placeOf(show, language), timesOf(show, language)].filter(Boolean).join(" · "),
    body: `${paragraphs.join("\n\n")}\n`,
  };
}

/** What blocks can name. Upcoming shows come first. */
export function listChoices(
  content: BlockContent,
  pictures: readonly string[],
): Awaited<ReturnType<Composer["choices"]>> {
  const { artist, music, shop, shows, now } = content;
  const { ahead, past } = splitShows(shows, now);
  return {
    products: shop.products.map(({ handle, title }): NewsletterChoices["products"][number] => ({ id: handle, title })),
    releases: (music.albums ?? []).map((album) => ({ id: albumSlug(album), title: album.name })),
    shows: [...ahead, ...past].map((show) => ({
      id: show.id,
      title: `${formatDate(show.date, artist.language)}: ${showTitle(show, artist.name)}`,
    })),
    pictures: pictures.filter((name) => content.findPicture(name, "") !== undefined),
  };
}
