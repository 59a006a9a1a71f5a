import type { Album, SilentSong } from "@porchlight/protocol/music.ts";
import { PLAYER_MESSAGES } from "@porchlight/protocol/player-messages.ts";
import type { ReactNode } from "react";
import { AlbumCover, SLEEVE_SIZES } from "./album-cover.tsx";
import { SilentTrack } from "./player/silent-track.tsx";
import { SpotifyEmbed } from "./spotify-embed.tsx";
import { embedAddress } from "./spotify-link.tsx";
import "./player/track-list.css";
import "./silent-sleeve.css";

/**
 * An album that cannot be heard here, in the place of the player: its cover, its name, its songs where they are listed,
 * and Spotify's player on request.
 *
 * @param children the small print
 */
export function SilentSleeve(props: { album: Album; songs: readonly SilentSong[]; children: ReactNode }) {
  const { album, songs, children } = props;
  const { name, images } = album;
  const address = embedAddress(album);
  return (
    <div className="silent-sleeve">
      <AlbumCover images={images} name={name} alt={`Cover of ${name}`} sizes={SLEEVE_SIZES} priority="high" />
      <div className="silent-sleeve-words">
        <h2>{name}</h2>
        {songs.length > 0 && (
          <ol className="track-list" aria-label={PLAYER_MESSAGES.tracks}>
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
