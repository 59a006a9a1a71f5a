import { type Album, type AlbumRecordings, albumSlug, type SilentSong } from "@porchlight/protocol/music.ts";
import type { Song } from "./player/song.ts";

/** An album with its part of an address, the songs of it that can be played here, and those that are only listed. */
export type ShelfAlbum = { album: Album; slug: string; songs: Song[]; silent: readonly SilentSong[] };

/** All albums with their songs, in their order. */
export function shelfOf(
  albums: readonly Album[],
  recordings: readonly AlbumRecordings[],
  artist: string,
): ShelfAlbum[] {
  return albums.map((album) => {
    const slug = albumSlug(album);
    // A provider may write the name with other capitals and signs than the owner.
    const own = recordings.find((one) => albumSlug({ id: "", name: one.album }) === slug);
    return { album, slug, songs: songsOf(album, slug, own, artist), silent: own?.silent ?? [] };
  });
}

/** The artist's own recordings of an album as songs of the player; there may be none. */
function songsOf(album: Album, slug: string, own: AlbumRecordings | undefined, artist: string): Song[] {
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
 * The active album: the one that the address names, otherwise that of the current song, otherwise the newest that can be
 * heard here. Undefined where there is none at all.
 *
 * @param named part of an address, `long-point`
 * @param current the same of the current song's album
 */
export function activeAlbum(
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
