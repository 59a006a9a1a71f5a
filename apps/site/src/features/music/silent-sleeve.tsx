import type { Album } from "@porchlight/protocol/music.ts";
import type { ReactNode } from "react";
import { AlbumCover, SLEEVE_SIZES } from "./album-cover.tsx";
import { SpotifyEmbed } from "./spotify-embed.tsx";
import { embedAddress } from "./spotify-link.tsx";
import "./silent-sleeve.css";

/**
 * An album that cannot be heard here, in the place of the player: its cover, its name, and Spotify's player on request.
 *
 * @param children the small print
 */
export function SilentSleeve({ album, children }: { album: Album; children: ReactNode }) {
  const { name, images } = album;
  const address = embedAddress(album);
  return (
    <div className="silent-sleeve">
      <AlbumCover images={images} name={name} alt={`Cover of ${name}`} sizes={SLEEVE_SIZES} priority="high" />
      <div className="silent-sleeve-words">
        <h2>{name}</h2>
        {address && <SpotifyEmbed key={address} address={address} albumName={name} />}
        {children}
      </div>
    </div>
  );
}
