import { MUSIC_MESSAGES } from "@porchlight/protocol/music-messages.ts";
import { useState } from "react";

/** What became of a link that was to be shared. */
type Shared = "not-yet" | "copied" | "by-hand";

/**
 * Hands an album's address on: to what the device shares with, otherwise to the clipboard. Where neither is allowed the
 * address is shown, to be copied by hand.
 */
export function ShareAlbum({ name, address }: { name: string; address: string }) {
  const [shared, setShared] = useState<Shared>("not-yet");

  const share = async () => {
    try {
      // Absent on most desktops.
      if (navigator.share) return await navigator.share({ title: name, url: address });
      await navigator.clipboard.writeText(address);
      setShared("copied");
    } catch (error) {
      // The visitor closed the device's own list, or it is still open.
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
        Share<span className="visually-hidden"> {name}</span>
      </button>
      <p role="status">
        {shared === "copied" && MUSIC_MESSAGES.copied}
        {shared === "by-hand" && `${MUSIC_MESSAGES.copyByHand} ${address}`}
      </p>
    </div>
  );
}
