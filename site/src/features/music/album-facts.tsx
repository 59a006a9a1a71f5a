import { type AlbumGoods, productPath } from "@porchlight/protocol/content.ts";
import { formatDate } from "@porchlight/protocol/format-date.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { useState } from "react";
import { useLanguage } from "../../ui/language.ts";
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

/**
 * Shares an album's address by the device's own dialog, or copies it to the clipboard. If neither is allowed, the page
 * shows the address, so that the visitor can copy it by hand.
 */
export function ShareAlbum({ name, address }: { name: string; address: string }) {
  const [shared, setShared] = useState<"not-yet" | "copied" | "by-hand">("not-yet");

  const share = async () => {
    try {
      // Most desktop browsers do not have this function.
      if (navigator.share) return await navigator.share({ title: name, url: address });
      await navigator.clipboard.writeText(address);
      setShared("copied");
    } catch (error) {
      // The visitor closed the device's dialog, or it is still open.
      if (error instanceof DOMException && ["AbortError", "InvalidStateError"].includes(error.name)) return;
      setShared("by-hand");
    }
  };

  return (
    <div className="share-album">
      <button type="button" onClick={share}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
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
