import type { Album, AlbumsErrorReason } from "@porchlight/protocol/music.ts";

/** How long a provider's list counts as fresh, in milliseconds. An older list is sent with its age. */
export const ALBUMS_FRESH_MS = 10 * 60_000;

/** A list of albums and its time. */
export type AlbumList = {
  /** Newest first, each name once. The same array until something in it changes. */
  albums: readonly Album[];
  /** When the provider sent them, or when the built-in list last changed. */
  asOf: Date;
};

/** A music service: the artist's albums and singles. */
export interface MusicService {
  /**
   * Lists the artist's albums and singles, newest first, each name once. Returns the last good list at once, even when
   * the provider fails or is slow.
   *
   * @throws {MusicError} when there is no list yet
   */
  listAlbums(): Promise<AlbumList>;
  /** The last good list, for server-rendered pages; undefined until there is one. */
  known(): AlbumList | undefined;
  /** The artist's id on the wire. */
  readonly artistId: string;
  readonly isHosted: boolean;
}

/** The albums cannot be loaded. */
export class MusicError extends Error {
  override readonly name = "MusicError";
  readonly reason: AlbumsErrorReason;
  /** When to try again, in seconds after the error was thrown; undefined if the provider did not say. */
  readonly retryAfterSeconds: number | undefined;
  /** The HTTP status if the provider rejected the credentials; undefined otherwise. */
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
