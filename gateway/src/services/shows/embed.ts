import { readFileSync } from "node:fs";
import { formatDate, formatInstant } from "@porchlight/protocol/format-date.ts";
import { formatPrice } from "@porchlight/protocol/format-price.ts";
import { newTab } from "@porchlight/protocol/page-words.ts";
import {
  freeEntry,
  hasTickets,
  listTimes,
  onSaleFrom,
  statesOf,
  ticketsFrom,
  ticketsLink,
  townOf,
  weekdayOf,
} from "@porchlight/protocol/show-words.ts";
import { SHOWS_PATH, type Show, showPath, splitShows, type Tickets } from "@porchlight/protocol/shows.ts";
import { html, raw } from "hono/html";
import type { Artist } from "../../content/artist.ts";
import { DEFAULT_ACCENT, deriveTheme, type Theme } from "../../content/identity/derive-theme.ts";
import { toEmailLook } from "../../content/identity/email-look.ts";
import type { Markup } from "../shared/plain-page/document.ts";
import { EMBED_ID } from "./shows-file.ts";
import * as words from "./words.ts";

/** Path of the page that other sites show in a frame. */
export const SHOWS_EMBED_PATH = showPath(EMBED_ID);
/** Maximum number of shows in the embed. */
const SHOWS_MAX = 12;

const THEMES = ["light", "dark"] as const;
/** The look that the address asks for, `?theme=light`; otherwise it is the one that the visitor's system prefers. */
type EmbedTheme = (typeof THEMES)[number];

type EmbedFrame = { artist: Artist; publicUrl: string; now: number; theme: EmbedTheme | undefined };

/** The tokens that the embed's stylesheet uses. */
const TOKENS = [
  "ink",
  "paper",
  "paper-soft",
  "paper-dim",
  "accent",
  "accent-fill",
  "accent-fill-hover",
  "accent-text",
  "on-accent",
  "line",
] as const satisfies readonly (keyof Theme)[];

/**
 * The address under which an embed is cached. Anybody can send any query; only the themes that exist count.
 *
 * @param query the part of the address after `?`
 */
export function embedAddress(query: string): string {
  const asked = new URLSearchParams(query).get("theme");
  const theme = THEMES.find((one) => one === asked);
  return theme ? `${SHOWS_EMBED_PATH}?theme=${theme}` : SHOWS_EMBED_PATH;
}

/** Whether an address is one that {@link embedAddress} makes. */
export function isEmbed(address: string): boolean {
  return address.split("?")[0] === SHOWS_EMBED_PATH;
}

/** The theme of an address that {@link embedAddress} made. */
export function embedTheme(address: string): EmbedTheme | undefined {
  return THEMES.find((theme) => address.endsWith(`=${theme}`));
}

/** Writes the next shows as a page for frames of other sites. It needs no script, no cookie and no further file. */
export function toEmbed(shows: readonly Show[], { artist, publicUrl, now, theme }: EmbedFrame) {
  const { name, language } = artist;
  const { ahead } = splitShows(shows, now);
  const style = styleOf(artist, theme);
  const all = `${publicUrl}${SHOWS_PATH}`;
  const next = ahead.slice(0, SHOWS_MAX);
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.showsOf(name)}</title>
<link rel="canonical" href="${all}">
<style>${raw(style)}</style>
</head>
<body>
<main>
<h1>${link(all, name)} <span>${words.shows}</span></h1>
${
  next.length > 0
    ? html`<ol>
${next.map((show) => rowOf(show, { language, publicUrl }))}</ol>`
    : html`<p class="none">${words.noneAhead}</p>`
}
<p class="all">${link(all, next.length > 0 ? words.allShows : words.joinList)}</p>
</main>
</body>
</html>
`;
  // It waits for nothing, so it does not return a promise.
  return { html: page.toString(), style };
}

function rowOf(show: Show, { language, publicUrl }: { language: string; publicUrl: string }): Markup {
  const { id, date, name, venue } = show;
  const day = (options: Intl.DateTimeFormatOptions) =>
    formatInstant(`${date}T12:00:00Z`, language, { ...options, timeZone: "UTC" });
  const states = statesOf(show, language).map((state) => html`<span>${state}</span> `);
  const place = [...(name === undefined ? [] : [venue]), townOf(show, language)].join(", ");
  const times = listTimes(show, language).map((time, at) => html`${at > 0 ? " · " : ""}<span>${time}</span>`);
  return html`<li data-status="${show.status}">
<time datetime="${date}"><b>${day({ day: "numeric" })}</b> ${day({ month: "short", year: "numeric" })} <i>${weekdayOf(show, language)}</i></time>
<div>
${states.length > 0 ? html`<p class="states">${states}</p>` : ""}
<h2>${link(`${publicUrl}${showPath(id)}`, name ?? venue)}</h2>
<p>${place}</p>
${times.length > 0 ? html`<p class="times">${times}</p>` : ""}
</div>
${hasTickets(show) ? ticketsOf(show, language) : ""}
</li>
`;
}

function ticketsOf({ tickets, venue, town }: Show & { tickets: Tickets }, language: string): Markup {
  const { url, from, price, currency, isFree, isLater } = tickets;
  const notes = [
    ...(isFree ? [freeEntry] : []),
    ...(isLater && from !== undefined ? [onSaleFrom(formatDate(from.slice(0, 10), language))] : []),
    ...(price !== undefined && currency !== undefined
      ? [ticketsFrom(formatPrice({ amount: price, currencyCode: currency }, language))]
      : []),
  ];
  return html`<p class="tickets">
${url !== undefined && !isLater ? link(url, ticketsLink, ` ${venue}, ${town}`) : ""}
${notes.map((note) => html`<span>${note}</span> `)}
</p>`;
}

/** A link out of the frame. The page around the frame must not be replaced by ours. @param unseen follows the name */
function link(address: string, name: string, unseen = ""): Markup {
  return html`<a href="${address}" target="_blank" rel="noopener">${name}<span class="hidden">${unseen}${newTab}</span></a>`;
}

/** The values of the site's own stylesheets, which are chosen by hand. Source: site/src/ui/styles, tokens and light. */
export const DEFAULT_COLOURS: Readonly<Record<EmbedTheme, Readonly<Record<(typeof TOKENS)[number], string>>>> = {
  dark: {
    ink: "#0b0e16",
    paper: "#f4eadb",
    "paper-soft": "#cbc1b3",
    "paper-dim": "#9d968d",
    accent: "#d83b65",
    "accent-fill": "#cf3460",
    "accent-fill-hover": "#b92a52",
    "accent-text": "#f78fab",
    "on-accent": "#ffffff",
    line: "rgb(244 234 219 / 14%)",
  },
  light: {
    ink: "#f6efe2",
    paper: "#161a24",
    "paper-soft": "#474339",
    "paper-dim": "#635c50",
    accent: "#d83b65",
    "accent-fill": "#cf3460",
    "accent-fill-hover": "#b92a52",
    "accent-text": "#a81f48",
    "on-accent": "#ffffff",
    line: "rgb(22 26 36 / 16%)",
  },
};

function styleOf({ accent, display }: Artist, theme: EmbedTheme | undefined): string {
  const fonts = toEmailLook({ accent, display });
  const colours = (scheme: EmbedTheme) => {
    const values =
      accent.toLowerCase() === DEFAULT_ACCENT
        ? DEFAULT_COLOURS[scheme]
        : deriveTheme(accent, scheme === "light" ? "dawn" : "dusk");
    const tokens = TOKENS.map((token) => `--${token}:${values[token]}`).join(";");
    return `:root{color-scheme:${scheme};${tokens}}`;
  };
  const looks = theme ? colours(theme) : `${colours("light")}@media (prefers-color-scheme:dark){${colours("dark")}}`;
  return `${looks}:root{--display:${fonts.display};--weight:${fonts.displayWeight}}\n${readRules()}`;
}

let rules: string | undefined;

function readRules(): string {
  rules ??= readFileSync(new URL("./embed.css", import.meta.url), "utf8");
  return rules;
}
