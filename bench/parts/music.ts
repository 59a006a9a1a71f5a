import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { Line } from "../figures.ts";
import { newDataFolder, startGateway } from "../support/gateway.ts";

const ROUNDS = 5;
/** An id in Spotify's format. */
const ARTIST = "4aawyAB9vmqN3uQ7FjRGTy";
const ALBUMS = `/spotify/v1/artists/${ARTIST}/albums?include_groups=album,single&market=US&limit=50`;

/**
 * Measures the music page while its provider is slow. Each round starts with yesterday's list, and with a provider that
 * accepts requests but never responds.
 */
export async function measureMusic(): Promise<Line[]> {
  await using provider = createServer(() => {});
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  // The cast holds: a server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const dataDir = newDataFolder();
  const albums = Array.from({ length: 120 }, (_, at) =>
    anAlbum({ id: `${ARTIST.slice(0, 19)}${100 + at}`, name: `Album ${at}` }),
  );
  const asOf = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();
  writeFileSync(join(dataDir, "albums.json"), JSON.stringify({ artistId: ARTIST, asOf, albums }));
  const settings = {
    SPOTIFY_CLIENT_ID: "bench",
    SPOTIFY_CLIENT_SECRET: "bench",
    SPOTIFY_ARTIST_ID: ARTIST,
    SPOTIFY_ACCOUNTS_URL: url,
    SPOTIFY_API_URL: url,
  };
  const rounds: Record<"list" | "page", number[]> = { list: [], page: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await using gateway = await startGateway({ dataDir, settings });
    rounds.list.push(await timeOf(gateway.url + ALBUMS, "Album 0"));
    rounds.page.push(await timeOf(`${gateway.url}/music`, "Album 0"));
  }
  provider.closeAllConnections();
  const note =
    "120 albums cached the day before; the provider accepts requests and never answers; the first response of a new process";
  return [
    {
      what: "Last good album list while the provider is slow",
      rounds: rounds.list,
      unit: "ms",
      aim: { atMost: 200 },
      note,
    },
    { what: "Music page while the provider is slow", rounds: rounds.page, unit: "ms", aim: { atMost: 200 } },
  ];
}

/** How long a response takes, in milliseconds. @throws {Error} if it has an error status or lacks the text */
async function timeOf(url: string, text: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(url);
  const body = await response.text();
  const took = performance.now() - from;
  if (!response.ok || !body.includes(text)) throw new Error(`${url} answered ${response.status} without ${text}`);
  return took;
}
