import { type AlbumGoods, albumPath } from "@porchlight/protocol/content.ts";
import type { Ref } from "react";
import { AlbumCover, SLEEVE_SIZES } from "./album-cover.tsx";
import { AlbumFacts } from "./album-facts.tsx";
import { PlayerArea } from "./player/player-area.tsx";
import { SilentSleeve } from "./silent-sleeve.tsx";
import type { ShelfAlbum } from "./songs.ts";
import "./album-stage.css";

/**
 * The active album in the light of its cover: its player, or its sleeve if it has no recordings.
 *
 * @param goods what the shop has of albums
 */
export function AlbumStage(props: {
  active: ShelfAlbum;
  goods: readonly AlbumGoods[];
  origin: string;
  ref: Ref<HTMLElement>;
}) {
  const { active, goods, origin, ref } = props;
  const { album, slug, songs, silent } = active;
  const products = goods.find((one) => one.album === slug)?.products;
  const facts = <AlbumFacts album={album} products={products} address={origin + albumPath(slug)} />;
  return (
    <section className="album-stage" aria-label={album.name} tabIndex={-1} ref={ref}>
      {album.images.length > 0 && (
        <div className="album-light" aria-hidden="true">
          <AlbumCover images={album.images} name="" alt="" sizes={SLEEVE_SIZES} priority="high" />
        </div>
      )}
      {songs.length > 0 ? (
        <PlayerArea queue={songs} silent={silent}>
          {facts}
        </PlayerArea>
      ) : (
        <SilentSleeve album={album} songs={silent}>
          {facts}
        </SilentSleeve>
      )}
      <PlayerContainer />
    </section>
  );
}

/** A container for a second player. It shows nothing. docs/product.md §2, Music, requires it. */
function PlayerContainer() {
  return null;
}
