import { albumPath, type Head, type MusicContent, type Picture, type Site } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { type Album, type AlbumRecordings, albumSlug } from "@porchlight/protocol/music.ts";
import { ASSUMED_COVER_PX } from "../features/music/album-cover.tsx";
import { createShelf } from "../features/music/songs.ts";
import { coverAlt } from "../features/music/words.ts";
import { createItemList, createPreview, shortenDescription } from "./head-parts.ts";
import { describeAlbum } from "./head-words.ts";

/** @returns the parts of the head about one album, on that album's page, or else about all albums */
export function createMusicHead(site: Site, content: MusicContent, head: Head): Partial<Head> {
  const { albums = [], album: ownPageOf, portrait } = content;
  const album = albums.find((one) => albumSlug(one) === ownPageOf);
  if (album) return createAlbumHead(site, content, album, head);
  const image = chooseAlbumPreview(site, albums[0], portrait);
  const shared = image && { image };
  if (albums.length === 0) return { ...shared };
  const list = createItemList(albums.map((one) => createAlbumEntry(site, one)));
  return { ...shared, structuredData: [...head.structuredData, list] };
}

function createAlbumHead(site: Site, { recordings, portrait }: MusicContent, album: Album, head: Head): Partial<Head> {
  const { name, album_type, release_date } = album;
  const titles = findSongs(site, album, recordings).map(({ title }) => title);
  const released = release_date && formatDate(release_date, site.language);
  const image = chooseAlbumPreview(site, album, portrait);
  return {
    title: `${name} · ${site.name}`,
    description: shortenDescription(describeAlbum(name, album_type, site.name, released, titles)),
    canonical: albumAddress(site, album),
    ...(image && { image }),
    albumPreview: { musician: `${site.origin}/`, releaseDate: release_date },
    structuredData: [
      ...head.structuredData,
      { "@context": "https://schema.org", ...createAlbumData(site, album, recordings) },
    ],
  };
}

/** An album in the list of all albums. Its release and its songs are on its own page. */
function createAlbumEntry(site: Site, album: Album): Record<string, unknown> {
  const [image] = album.images;
  return {
    "@type": "MusicAlbum",
    name: album.name,
    url: albumAddress(site, album),
    ...(image && { image: toAbsolute(site, image.url) }),
  };
}

/** Source: schema.org/MusicAlbum, schema.org/MusicRecording. */
function createAlbumData(site: Site, album: Album, recordings: readonly AlbumRecordings[]): Record<string, unknown> {
  const { album_type, release_date, total_tracks, external_urls } = album;
  const entry = createAlbumEntry(site, album);
  const { url } = entry;
  const byArtist = { "@id": `${site.origin}/#artist` };
  const songs = findSongs(site, album, recordings);
  return {
    ...entry,
    byArtist,
    albumReleaseType: `https://schema.org/${album_type === "single" ? "SingleRelease" : "AlbumRelease"}`,
    ...(release_date && { datePublished: release_date }),
    ...(total_tracks > 0 && { numTracks: total_tracks }),
    ...(external_urls.spotify && { sameAs: external_urls.spotify }),
    ...(songs.length > 0 && {
      track: songs.map(({ title, seconds }) => ({
        "@type": "MusicRecording",
        name: title,
        url,
        duration: toIsoDuration(seconds),
        byArtist,
      })),
    }),
  };
}

function findSongs(site: Site, album: Album, recordings: readonly AlbumRecordings[]) {
  return createShelf([album], recordings, site.name).flatMap(({ songs }) => songs);
}

function albumAddress(site: Site, album: Album): string {
  return site.origin + albumPath(albumSlug(album));
}

/** The address may be a path on this site. */
function toAbsolute(site: Site, address: string): string {
  return new URL(address, site.origin).href;
}

/** @returns the first cover of an album, or else the artist's portrait */
function chooseAlbumPreview(site: Site, album: Album | undefined, portrait: Picture | undefined): Head["image"] {
  const cover = album?.images[0];
  if (!album || !cover) return portrait && createPreview(site, portrait);
  return {
    url: toAbsolute(site, cover.url),
    width: cover.width ?? ASSUMED_COVER_PX,
    height: cover.height ?? ASSUMED_COVER_PX,
    alt: coverAlt(album.name),
  };
}

/** Formats a length as ISO 8601 in whole seconds: `PT3M5S`. */
function toIsoDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `PT${Math.floor(whole / 60)}M${whole % 60}S`;
}
