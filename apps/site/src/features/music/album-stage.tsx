import type { Ref } from "react";
import { AlbumFacts } from "./album-facts.tsx";
import { albumPath } from "./album-route.ts";
import { PlayerArea } from "./player/player-area.tsx";
import { PlayerContainer } from "./player-container.tsx";
import { SilentSleeve } from "./silent-sleeve.tsx";
import type { ShelfAlbum } from "./songs.ts";
import "./album-stage.css";

/** The active album, large: its player, or its sleeve where it cannot be heard here, with the small print below. */
export function AlbumStage({ active, origin, ref }: { active: ShelfAlbum; origin: string; ref: Ref<HTMLElement> }) {
  const { album, songs } = active;
  return (
    <section className="album-stage" aria-label={album.name} tabIndex={-1} ref={ref}>
      {songs.length > 0 ? <PlayerArea queue={songs} headingLevel={2} /> : <SilentSleeve album={album} />}
      <PlayerContainer />
      <AlbumFacts album={album} address={origin + albumPath(album)} />
    </section>
  );
}
