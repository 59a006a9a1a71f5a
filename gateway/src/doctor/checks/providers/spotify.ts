import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { SpotifySettings } from "../../../config/provider-settings.ts";
import { counted } from "../../../lib/counted.ts";
import { MusicError } from "../../../services/music/contract.ts";
import { createSpotify } from "../../../services/music/hosted/spotify.ts";
import { about } from "../../finding.ts";
import type { Outside } from "../../outside/outside.ts";
import { TIMEOUT_MS } from "../../try-fetch.ts";

const spotify = about("provider-spotify", "Spotify");

/** Requests the artist's albums once, as the Music page does. */
export async function checkSpotify(settings: SpotifySettings, { fetch, clock }: Outside): Promise<Finding[]> {
  const { fetchAlbums } = createSpotify(settings, {
    fetch,
    clock,
    stopping: new AbortController().signal,
    timeout: () => AbortSignal.timeout(TIMEOUT_MS),
    // There is no second attempt, because the check reports whether the first request works.
    wait: () => Promise.reject(new Error("No second try")),
  });
  try {
    const { length } = await fetchAlbums();
    return length > 0
      ? [spotify.good(`It returns ${counted(length, "release")}.`)]
      : [spotify.look("It has no albums of that artist.", "Check SPOTIFY_ARTIST_ID against your artist page.")];
  } catch (error) {
    if (!(error instanceof MusicError)) throw error;
    return [findingOf(error)];
  }
}

function findingOf({ refusal, message }: MusicError): Finding {
  if (refusal === 403) {
    return spotify.bad(
      "It accepts the app's id and secret, but returns nothing (403).",
      "The account that created the app needs Spotify Premium. Subscribe and wait some hours, or create the app with an account that has Premium.",
    );
  }
  if (refusal !== undefined) {
    return spotify.bad(
      "It refuses the app's id and secret.",
      "Copy SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET again from developer.spotify.com.",
    );
  }
  return spotify.bad(
    `It returns no albums. ${message}`,
    "Check SPOTIFY_ARTIST_ID. If it is right, wait a while. Until then the site shows the last albums that it received.",
  );
}
