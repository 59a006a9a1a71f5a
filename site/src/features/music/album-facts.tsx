import { type AlbumGoods, productPath } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { useLanguage } from "../../ui/language.ts";
import { useShare } from "../../ui/use-share.ts";
import { kinds } from "./kinds.ts";
import { SpotifyLink } from "./spotify.tsx";
import * as words from "./words.ts";
import "./album-facts.css";

/**
 * The small print of a sleeve: kind, release date, links to the album in the shop and at Spotify, and a share button.
 *
 * @param products what the shop has of the album
 * @param address absolute address of the album
 */
export function AlbumFacts(props: { album: Album; products?: AlbumGoods["products"] | undefined; address: string }) {
  const { album, products = [], address } = props;
  const { album_type, release_date, name } = album;
  const language = useLanguage();
  return (
    <div className="album-facts">
      <p>
        {kinds[album_type]}
        {release_date && (
          <>
            , {/* If a browser does not know the artist's language, the gateway's text stays. */}
            <time dateTime={release_date} suppressHydrationWarning>
              {formatDate(release_date, language)}
            </time>
          </>
        )}
      </p>
      {products.map(({ handle, words }) => (
        <a key={handle} href={productPath(handle)}>
          {words}
        </a>
      ))}
      <SpotifyLink album={album} />
      <ShareAlbum key={address} name={name} address={address} />
    </div>
  );
}

/** The button that shares an album's address. */
export function ShareAlbum({ name, address }: { name: string; address: string }) {
  const { share, shared } = useShare(name, address);
  return (
    <div className="share-album">
      <button type="button" onClick={share}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M12 15V4m-4 4 4-4 4 4M5 13v7h14v-7" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
        {words.share}
        <span className="visually-hidden"> {name}</span>
      </button>
      <p role="status">
        {shared === "copied" && words.copied}
        {shared === "by-hand" && `${words.copyByHand} ${address}`}
      </p>
    </div>
  );
}
