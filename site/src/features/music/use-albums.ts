import type { Album, AlbumsErrorReason } from "@porchlight/protocol/music.ts";
import { useCallback, useState } from "react";
import { AlbumsError } from "../../api/music.ts";
import { useWhileShown } from "../../ui/use-while-shown.ts";
import type { AlbumSource } from "./album-source.ts";

/** A fetch that failed, the how manieth, and whether it is being tried again. */
export type Failure = { reason: AlbumsErrorReason; attempt: number; isTrying: boolean };

/** The artist's albums as far as they are known. */
export type Albums = {
  /** All of them; undefined while they were not had. */
  albums: readonly Album[] | undefined;
  /** Whether the list is as new as this look at the screen. */
  isFresh: boolean;
  /** Why the last fetch brought none; undefined while it has not failed. */
  failure: Failure | undefined;
  /** Fetches once more what could not be fetched; answers whether it came. */
  tryAgain: () => Promise<boolean>;
};

/**
 * All albums of a source, fetched anew each time the Music screen is shown. A failure is logged; what was known stays.
 *
 * @param finished albums that the page came with, if they are all of the artist's
 */
export function useAlbums(source: AlbumSource, artistId: string, finished: readonly Album[] | undefined): Albums {
  const [albums, setAlbums] = useState(source.known ?? finished);
  const [isFresh, setFresh] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const load = useCallback(
    async (isWanted: () => boolean): Promise<boolean> => {
      try {
        const fetched = await source.list(artistId);
        if (!isWanted()) return false;
        setAlbums(fetched);
        setFresh(true);
        setFailure(undefined);
        return true;
      } catch (error) {
        console.warn(error);
        if (!isWanted()) return false;
        const reason = error instanceof AlbumsError ? error.reason : "UNAVAILABLE";
        setFailure((before) => ({ reason, attempt: (before?.attempt ?? 0) + 1, isTrying: false }));
        return false;
      }
    },
    [source, artistId],
  );

  useWhileShown(load);

  const tryAgain = async () => {
    if (!failure || failure.isTrying) return false;
    setFailure({ ...failure, isTrying: true });
    return load(() => true);
  };

  return { albums, isFresh, failure, tryAgain };
}
