import type { Album, SilentSong } from "@porchlight/protocol/music.ts";
import type { ReactNode } from "react";
import { AlbumCover, SLEEVE_SIZES } from "./album-cover.tsx";
import { SilentTrack } from "./player/track-list.tsx";
import { tracks } from "./player/words.ts";
import { embedAddress, SpotifyEmbed } from "./spotify.tsx";
import { coverAlt } from "./words.ts";

/** Longest name in large letters. A longer one would fill the window of a phone. */
const LONG_NAME = 60;

/**
 * An album without recordings, in the place of the player: its cover, name and list of songs, and Spotify's player on
 * request.
 *
 * @param children the small print
 */
export function SilentSleeve(props: { album: Album; songs: readonly SilentSong[]; children: ReactNode }) {
  const { album, songs, children } = props;
  const { name, images } = album;
  const address = embedAddress(album);
  return (
    <div className="silent-sleeve">
      <AlbumCover images={images} name={name} alt={coverAlt(name)} sizes={SLEEVE_SIZES} priority="high" />
      <div className="silent-sleeve-words">
        <h2 data-long={name.length > LONG_NAME || undefined}>{name}</h2>
        {songs.length > 0 && (
          <ol className="track-list" aria-label={tracks}>
            {songs.map(({ title, place }) => (
              <SilentTrack key={place} title={title} />
            ))}
          </ol>
        )}
        {address && <SpotifyEmbed key={address} address={address} albumName={name} />}
        {children}
      </div>
    </div>
  );
}
