import type { ScreenName } from "@porchlight/protocol/content.ts";
import { useEffect, useState } from "react";
import type { NowPlayingBar } from "../../features/music/player/now-playing-bar.tsx";

/** The short player on every screen but Music and the owner's. Its code comes once a song was played in this session. */
export function NowPlaying({ current }: { current: ScreenName }) {
  const [Bar, setBar] = useState<typeof NowPlayingBar>();

  useEffect(() => {
    const show = () =>
      import("../../features/music/player/now-playing-bar.tsx").then(
        (loaded) => setBar(() => loaded.NowPlayingBar),
        // The music plays on without it, and Music has its own player. It comes once the network is back.
        () => addEventListener("online", show, { once: true }),
      );
    addEventListener("player-start", show);
    try {
      if (sessionStorage.getItem("player")) show();
    } catch {
      // Storage is forbidden: there is nothing of an earlier page.
    }
    return () => {
      removeEventListener("player-start", show);
      removeEventListener("online", show);
    };
  }, []);

  return Bar && current !== "music" && current !== "admin" && <Bar />;
}
