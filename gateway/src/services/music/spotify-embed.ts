import type { PolicySources } from "../../http/security-headers.ts";

/** Where Spotify shows albums, and where its player's frame comes from. */
export const SPOTIFY_SITE = "https://open.spotify.com";

/** What a page needs whose albums can be played in Spotify's frame, once a visitor has clicked. */
export const SPOTIFY_EMBED_SOURCES: PolicySources = { "frame-src": [SPOTIFY_SITE] };
