import type { Album } from "@porchlight/protocol/music.ts";

/** Where the Music screen has its albums from. */
export type AlbumSource = {
  /** All albums as they were last fetched in this visit. */
  readonly known: readonly Album[] | undefined;
  /**
   * All albums of an artist, the newest first.
   *
   * @throws {Error} when they cannot be had
   */
  list(artistId: string): Promise<readonly Album[]>;
};

/** A source that remembers its last list. */
export function createAlbumSource(fetchAlbums: (artistId: string) => Promise<Album[]>): AlbumSource {
  let known: readonly Album[] | undefined;
  return {
    get known() {
      return known;
    },
    async list(artistId) {
      known = await fetchAlbums(artistId);
      return known;
    },
  };
}
