import type { Album, AlbumsErrorReason } from "@porchlight/protocol/music.ts";

/** How long a provider's list counts as fresh, in milliseconds; an older one is given with its age. */
export const ALBUMS_FRESH_MS = 10 * 60_000;

/** Albums as they were at a moment. */
export type AlbumList = {
  /** The newest first, each name once. The same array until something in it changed. */
  albums: readonly Album[];
  /** When the provider gave them; the built-in list is as old as its last change. */
  asOf: Date;
};

/** What we ask of any music service: the artist's albums and singles. */
export interface MusicService {
  /**
   * Lists the artist's albums and singles, the newest first, each name once. Where the provider fails or is slow, the
   * last good list is answered at once.
   *
   * @throws {MusicError} there is no list at all
   */
  listAlbums(): Promise<AlbumList>;
  /** The list for finished pages, as of the last time it could be had; undefined while there never was one. */
  known(): AlbumList | undefined;
  /** The artist's id on the wire. */
  readonly artistId: string;
  readonly isHosted: boolean;
}

/** No albums can be had. */
export class MusicError extends Error {
  override readonly name = "MusicError";
  readonly reason: AlbumsErrorReason;
  /** When the provider may be asked again, in seconds from when this was thrown; undefined where it did not say. */
  readonly retryAfterSeconds: number | undefined;
  /** The HTTP status with which it refused the client; undefined where it did not refuse. */
  readonly refusal: number | undefined;

  constructor(
    reason: AlbumsErrorReason,
    message: string,
    options: ErrorOptions & { retryAfterSeconds?: number | undefined; refusal?: number } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.refusal = options.refusal;
  }
}
