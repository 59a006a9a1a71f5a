import type { Show } from "@porchlight/protocol/shows.ts";

/** The artist's shows. */
export interface ShowsService {
  /**
   * Lists the announced shows, past and future. Returns the same array until something changes that a visitor can see:
   * the file, or because of the time, when a show is announced or over.
   */
  list(): readonly Show[];
  /** What is wrong with the last edit of the file; undefined if nothing is. A broken edit does not change the list. */
  problem(): string | undefined;
  /** A sentence about pictures that the shows name but that are missing; undefined when none is missing. */
  missingPictures(): string | undefined;
}
