import type { PolicySources } from "../../http/security-headers.ts";

/** Origin of Spotify's album pages and of its embedded player. */
export const SPOTIFY_SITE = "https://open.spotify.com";

/** Sources of a page with Spotify's embedded player, which loads after a click. */
export const SPOTIFY_EMBED_SOURCES: PolicySources = { "frame-src": [SPOTIFY_SITE] };
