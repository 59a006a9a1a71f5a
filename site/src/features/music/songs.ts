import { type Album, type AlbumRecordings, albumSlug, type SilentSong } from "@porchlight/protocol/music.ts";
import type { Song } from "./player/song.ts";

/** An album with its slug, the songs that play here, and the songs that are only listed. */
export type ShelfAlbum = { album: Album; slug: string; songs: Song[]; silent: readonly SilentSong[] };

/** Adds the artist's own songs to each album. */
export function createShelf(
  albums: readonly Album[],
  recordings: readonly AlbumRecordings[],
  artist: string,
): ShelfAlbum[] {
  return albums.map((album) => {
    const slug = albumSlug(album);
    // A provider may write the name with different capitals and punctuation than the owner.
    const own = recordings.find((one) => albumSlug({ id: "", name: one.album }) === slug);
    return { album, slug, songs: toSongs(album, slug, own, artist), silent: own?.silent ?? [] };
  });
}

function toSongs(album: Album, slug: string, own: AlbumRecordings | undefined, artist: string): Song[] {
  if (!own) return [];
  return own.recordings.map((recording) => ({
    ...recording,
    album: album.name,
    albumId: album.id,
    albumSlug: slug,
    images: album.images,
    artist,
  }));
}

/**
 * Chooses the active album: the one in the address, or else that of the current song, or else the newest with songs, or
 * else the newest.
 *
 * @param named slug in the address, `long-point`
 * @param current slug of the current song's album
 */
export function findActiveAlbum(
  shelf: readonly ShelfAlbum[],
  named: string | undefined,
  current: string | undefined,
): ShelfAlbum | undefined {
  return (
    shelf.find(({ slug }) => slug === named) ??
    shelf.find(({ slug, songs }) => slug === current && songs.length > 0) ??
    shelf.find(({ songs }) => songs.length > 0) ??
    shelf[0]
  );
}
