import { albumPath, type SetlistSong as Played } from "@porchlight/protocol/content.ts";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { readStored, session } from "../../lib/storage.ts";
import * as words from "./words.ts";

type SetlistSongProps = {
  song: Played;
  /** The songs of its setlist that play here, in their order. */
  setlist: readonly Played[];
  artist: string;
};

/**
 * A song of a setlist: it leads to its album and, with script, plays here and continues with the rest of the setlist.
 */
export function SetlistSong({ song, setlist, artist }: SetlistSongProps) {
  const [player, setPlayer] = useState<Awaited<ReturnType<typeof loadPlayer>>>();
  const isPlaying = useSyncExternalStore(
    player?.subscribe ?? neverChanges,
    () => player?.isPlaying(song) ?? false,
    () => false,
  );
  // A failure shows when the visitor presses the button.
  const fetchPlayer = useCallback(() => {
    loadPlayer(artist).then(setPlayer, () => {});
  }, [artist]);
  useEffect(() => {
    if (readStored(session, "player")) fetchPlayer();
  }, [fetchPlayer]);

  const toggle = async () => {
    try {
      // A loaded player starts within the click, as browsers require.
      const loaded = player ?? (await loadPlayer(artist));
      loaded.toggleSong(song, setlist, loaded.songs);
      setPlayer(loaded);
    } catch {
      // The Music screen says what is wrong, and can try again.
      location.hash = albumPath(song.album);
    }
  };

  return (
    <span className="setlist-song">
      <a href={albumPath(song.album)}>{song.title}</a>
      <button type="button" onPointerEnter={fetchPlayer} onFocus={fetchPlayer} onClick={toggle}>
        <svg viewBox="0 0 24 24" width="24" aria-hidden="true">
          <path d={isPlaying ? "M7 5h3v14H7zm7 0h3v14h-3z" : "M8 5v14l11-7z"} fill="currentColor" />
        </svg>
        <span className="visually-hidden">{`${isPlaying ? words.pause : words.play} ${song.title}`}</span>
      </button>
    </span>
  );
}

/** Loads the player's code and the recordings, so that a click can start one at once. */
async function loadPlayer(artist: string) {
  const player = await import("../../features/music/play-setlist.ts");
  return { ...player, songs: await player.fetchSongs(artist) };
}

const neverChanges = () => () => {};
