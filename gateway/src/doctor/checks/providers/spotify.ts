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
    // The owner wants the current state, not the cached one.
    wait: () => Promise.reject(new Error("No second try")),
  });
  try {
    const { length } = await fetchAlbums();
    return length > 0
      ? [spotify.good(`It gives ${counted(length, "album")} and singles.`)]
      : [spotify.look("It has no albums of that artist.", "Check SPOTIFY_ARTIST_ID against your artist page.")];
  } catch (error) {
    if (!(error instanceof MusicError)) throw error;
    return [refusalOf(error)];
  }
}

function refusalOf({ refusal, message }: MusicError): Finding {
  if (refusal === 403) {
    return spotify.bad(
      "It takes the app's name and secret and gives it nothing (403).",
      "The account that made the app needs Spotify Premium. Subscribe, which counts some hours later, or make the app with an account that has it.",
    );
  }
  if (refusal !== undefined) {
    return spotify.bad(
      "It refuses the app's name and secret.",
      "Copy SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET anew from developer.spotify.com.",
    );
  }
  return spotify.bad(
    `It gives no albums. ${message}`,
    "Check SPOTIFY_ARTIST_ID; if it is right, wait a while: the last list stays on the page meanwhile.",
  );
}
