import { anAlbum } from "@porchlight/fixtures/album.ts";
import type { Album } from "@porchlight/protocol/music.ts";
import { Hono } from "hono";
import { ARTIST } from "./a-spotify.case.ts";
import type { AlbumList, MusicService } from "./contract.ts";
import { createMusicRoutes } from "./routes.ts";

/** Headers of a token request, the path of albums, and the site's own query. */
export const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
export const BASIC = `Basic ${Buffer.from("anyone:anything").toString("base64")}`;
export const ALBUMS = `/spotify/v1/artists/${ARTIST}/albums`;
export const OURS = `${ALBUMS}?include_groups=album%2Csingle&market=US&limit=20`;

/** The routes for a list that tests can change. Tests also move the clock. */
export function someRoutes(albums: readonly Album[] = [anAlbum()], overrides: Partial<MusicService> = {}) {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const list: AlbumList = { albums, asOf: new Date(now) };
  const state = { list };
  const music: MusicService = {
    artistId: ARTIST,
    isHosted: true,
    known: () => state.list,
    listAlbums: async () => state.list,
    ...overrides,
  };
  const routes = createMusicRoutes(music, {
    publicUrl: "https://artist.example",
    artistName: () => "June Marlow",
    clock: () => new Date(now),
  });
  const app = new Hono().route("/spotify", routes);
  const ask = (at: string, init: RequestInit = {}) => app.request(at, init);
  const askToken = (body: string, headers: Record<string, string> = FORM) =>
    ask("/spotify/api/token", { method: "POST", headers, body });
  return {
    app,
    state,
    ask,
    askToken,
    later: (ms: number) => {
      now += ms;
    },
  };
}
