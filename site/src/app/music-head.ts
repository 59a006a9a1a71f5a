import { albumPath, type Head, type MusicContent, type Picture, type Site } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import { type Album, type AlbumRecordings, albumSlug } from "@porchlight/protocol/music.ts";
import { ASSUMED_COVER_PX } from "../features/music/album-cover.tsx";
import { shelfOf } from "../features/music/songs.ts";
import { shortDescription } from "../lib/short-description.ts";
import { previewOfPicture } from "./preview-picture.ts";

const KINDS = { album: "an album", single: "a single", compilation: "a compilation" } as const satisfies Record<
  Album["album_type"],
  string
>;

/** What the head of the Music screen has of its own: that of the one album on an album's page, otherwise of them all. */
export function musicHead(site: Site, content: MusicContent, head: Head): Partial<Head> {
  const { albums = [], recordings, album: ownPageOf, portrait } = content;
  const album = albums.find((one) => albumSlug(one) === ownPageOf);
  if (album) return albumHead(site, content, album, head);
  const image = previewOf(site, albums[0], portrait);
  const shared = image && { image };
  if (albums.length === 0) return { ...shared };
  const list = {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: albums.map((one, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: albumData(site, one, recordings),
    })),
  };
  return { ...shared, structuredData: [...head.structuredData, list] };
}

function albumHead(site: Site, { recordings, portrait }: MusicContent, album: Album, head: Head): Partial<Head> {
  const { name, album_type, release_date } = album;
  const kind = `${name}, ${KINDS[album_type]} by ${site.name}`;
  const titles = songsOf(site, album, recordings).map(({ title }) => title);
  const released = release_date && `, released ${formatDate(release_date, site.language)}`;
  const image = previewOf(site, album, portrait);
  return {
    title: `${name} · ${site.name}`,
    description: shortDescription(`${kind}${released}.${titles.length > 0 ? ` Hear ${titles.join(", ")}.` : ""}`),
    canonical: addressOf(site, album),
    ...(image && { image }),
    albumPreview: { musician: `${site.origin}/`, releaseDate: release_date },
    structuredData: [
      ...head.structuredData,
      { "@context": "https://schema.org", ...albumData(site, album, recordings) },
    ],
  };
}

/** Source: schema.org/MusicAlbum, schema.org/MusicRecording. */
function albumData(site: Site, album: Album, recordings: readonly AlbumRecordings[]): Record<string, unknown> {
  const { name, album_type, release_date, total_tracks, images, external_urls } = album;
  const url = addressOf(site, album);
  const byArtist = { "@id": `${site.origin}/#artist` };
  const songs = songsOf(site, album, recordings);
  const [image] = images;
  return {
    "@type": "MusicAlbum",
    name,
    url,
    byArtist,
    albumReleaseType: `https://schema.org/${album_type === "single" ? "SingleRelease" : "AlbumRelease"}`,
    ...(release_date && { datePublished: release_date }),
    ...(total_tracks > 0 && { numTracks: total_tracks }),
    ...(image && { image: absolute(site, image.url) }),
    ...(external_urls.spotify && { sameAs: external_urls.spotify }),
    ...(songs.length > 0 && {
      track: songs.map(({ title, seconds }) => ({
        "@type": "MusicRecording",
        name: title,
        url,
        duration: isoDuration(seconds),
        byArtist,
      })),
    }),
  };
}

function songsOf(site: Site, album: Album, recordings: readonly AlbumRecordings[]) {
  return shelfOf([album], recordings, site.name).flatMap(({ songs }) => songs);
}

function addressOf(site: Site, album: Album): string {
  return site.origin + albumPath(albumSlug(album));
}

/** A picture may lie behind a path of our own. */
function absolute(site: Site, address: string): string {
  return new URL(address, site.origin).href;
}

/** The first cover of an album, otherwise the artist's portrait. */
function previewOf(site: Site, album: Album | undefined, portrait: Picture | undefined): Head["image"] {
  const cover = album?.images[0];
  if (!album || !cover) return portrait && previewOfPicture(site, portrait);
  return {
    url: absolute(site, cover.url),
    width: cover.width ?? ASSUMED_COVER_PX,
    height: cover.height ?? ASSUMED_COVER_PX,
    alt: `Cover of ${album.name}`,
  };
}

/** A length in whole seconds as ISO 8601 has it: `PT3M5S`. */
function isoDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `PT${Math.floor(whole / 60)}M${whole % 60}S`;
}
