import type { ScreenName } from "@porchlight/protocol/content.ts";
import { useEffect, useState } from "react";
import type { NowPlayingBar } from "../../features/music/player/now-playing-bar.tsx";
import { readStored, session } from "../../lib/storage.ts";

/** The short player on all screens except Music and the dashboard. Its code loads when a song plays in this session. */
export function NowPlaying({ current }: { current: ScreenName }) {
  const [Bar, setBar] = useState<typeof NowPlayingBar>();

  useEffect(() => {
    const show = () =>
      import("../../features/music/player/now-playing-bar.tsx").then(
        (loaded) => setBar(() => loaded.NowPlayingBar),
        // The music plays on without the bar. The bar loads again when the network returns.
        () => addEventListener("online", show, { once: true }),
      );
    addEventListener("player-start", show);
    if (readStored(session, "player")) show();
    return () => {
      removeEventListener("player-start", show);
      removeEventListener("online", show);
    };
  }, []);

  return Bar && current !== "music" && current !== "admin" && <Bar />;
}
