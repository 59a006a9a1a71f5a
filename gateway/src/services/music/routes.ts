import { ALBUM_PAGE_LIMITS, ALBUM_QUERY, type AlbumsErrorReason } from "@porchlight/protocol/music.ts";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isWorthPacking, packJson } from "../../http/compress-json.ts";
import type { ErrorShape } from "../../http/error-response.ts";
import { limitBody } from "../../http/limit-body.ts";
import { etagOf, isFresh, type Prepared, prepare, respond } from "../../http/prepared.ts";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { type AlbumQuery, albumPageOf, parseAlbumQuery } from "./album-pages.ts";
import { ALBUMS_FRESH_MS, type AlbumList, MusicError, type MusicService } from "./contract.ts";
import { createTokens, TOKEN_LIFE_S, type TokenMistake } from "./token.ts";

type MusicRoutesOptions = {
  /** Without a slash at the end. */
  publicUrl: string;
  /** The artist's name in each album. */
  artistName: () => string;
  clock: () => Date;
};

/** Maximum size of a request for a token, in bytes. */
const MAX_BODY_BYTES = 8 * 1024;
const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "public, max-age=60",
  "Content-Security-Policy": CLOSED_POLICY,
};
/** Ids are 22 digits of base 62. Source: developer.spotify.com, "Spotify URIs and IDs". */
const BASE62_ID = /^[0-9A-Za-z]{22}$/;

const MISTAKES: Record<TokenMistake, string> = {
  missing: "No token provided",
  invalid: "Invalid access token",
  expired: "The access token expired",
};
/** Errors from rate limits and from paths that no route handles. */
export const MUSIC_ERRORS: ErrorShape = {
  respond: (c, status, _code, message) => c.json({ error: { status, message } }, status),
};

const STATUS = { AUTHENTICATION_FAILED: 502, UNAVAILABLE: 503 } as const satisfies Record<AlbumsErrorReason, number>;

/**
 * The streaming service's API, below `/spotify`, so that its own clients work with this gateway, and the site needs no
 * account anywhere. Albums are public: any client id and secret get a token, and the site itself needs no token.
 * Source: developer.spotify.com, "Client Credentials Flow" and "Get Artist's Albums".
 */
export function createMusicRoutes(music: MusicService, { publicUrl, artistName, clock }: MusicRoutesOptions): Hono {
  const app = new Hono();
  const tokens = createTokens(clock);
  const address = `${publicUrl}/spotify/v1/artists/${music.artistId}/albums`;
  let compressed: { albums: AlbumList["albums"]; name: string; byQuery: Map<string, Prepared> } | undefined;

  app.post("/api/token", limitBody(MAX_BODY_BYTES, rejectBody), async (c) => {
    c.header("Cache-Control", "no-store");
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header("Content-Type") ?? "");
    const form = new URLSearchParams(isForm ? await c.req.text() : "");
    const grant = form.get("grant_type");
    if (grant !== "client_credentials") {
      const description = grant ? "grant_type must be client_credentials" : "grant_type parameter is missing";
      return c.json({ error: "unsupported_grant_type", error_description: description }, 400);
    }
    if (!hasClient(form, c.req.header("Authorization"))) {
      return c.json({ error: "invalid_client", error_description: "Invalid client" }, 400);
    }
    return c.json({ access_token: tokens.issue(), token_type: "Bearer", expires_in: TOKEN_LIFE_S });
  });
  app.all("/api/token", (c) => rejectMethod(c, "POST"));

  app.get("/v1/artists/:id/albums", async (c) => {
    // If a proxy in front of the site asks for a password, browsers send another scheme.
    const bearer = /^Bearer *(.*)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
    const mistake = bearer === undefined ? undefined : tokens.findMistake(bearer.trim());
    if (mistake) return reject(c, 401, MISTAKES[mistake]);
    const id = c.req.param("id");
    if (!BASE62_ID.test(id)) return reject(c, 400, "Invalid base62 id");
    if (id !== music.artistId) return reject(c, 404, "Resource not found");
    const parsed = parseAlbumQuery(new URL(c.req.url).searchParams);
    if (!parsed.ok) return reject(c, 400, parsed.message);
    try {
      const list = await music.listAlbums();
      const response = respondPage(list, parsed.query, c.req.raw);
      const age = ageOf(list);
      if (age !== undefined) response.headers.set("Age", String(age));
      return response;
    } catch (error) {
      if (!(error instanceof MusicError)) throw error;
      if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
      return reject(c, STATUS[error.reason], error.message, error.reason);
    }
  });
  app.all("/v1/artists/:id/albums", (c) => rejectMethod(c, "GET, HEAD"));
  app.all("*", (c) => reject(c, 404, "Service not found"));

  function respondPage({ albums }: AlbumList, query: AlbumQuery, request: Request): Response {
    const name = artistName();
    if (compressed?.albums !== albums || compressed.name !== name) compressed = { albums, name, byQuery: new Map() };
    const { byQuery } = compressed;
    const key = JSON.stringify(query);
    const known = byQuery.get(key);
    if (known) return respond(known, request);
    const body = JSON.stringify(albumPageOf(albums, query, address, { id: music.artistId, name }));
    // Good compression takes some tens of milliseconds, so only pages that the site itself requests get it.
    if (!isSiteQuery(query, albums.length)) return respondOnce(body, request);
    const prepared = prepare({ headers: HEADERS, body });
    byQuery.set(key, prepared);
    return respond(prepared, request);
  }

  /** Age of the provider's list in seconds, once it is no longer fresh. Source: RFC 9111 §5.1. */
  function ageOf({ asOf }: AlbumList): number | undefined {
    const ageMs = clock().getTime() - asOf.getTime();
    return music.isHosted && ageMs >= ALBUMS_FRESH_MS ? Math.floor(ageMs / 1_000) : undefined;
  }

  return app;
}

/** Compresses a page at the quickest quality, which takes less time than writing its JSON. */
function respondOnce(body: string, request: Request): Response {
  const headers = { ...HEADERS, ETag: etagOf(body), Vary: "Accept-Encoding" };
  const isKnown = isFresh({ status: 200, etag: headers.ETag }, request.headers.get("If-None-Match") ?? undefined);
  if (isKnown) return new Response(null, { status: 304, headers });
  const accepted = request.headers.get("Accept-Encoding") ?? undefined;
  const packed = isWorthPacking(body, accepted) ? packJson(body, accepted) : undefined;
  const sent = { ...headers, ...packed?.headers };
  return new Response(request.method === "HEAD" ? null : (packed?.body ?? body), { headers: sent });
}

/** Whether the site itself sends this query. */
function isSiteQuery({ groups, market, limit, offset }: AlbumQuery, total: number): boolean {
  if (groups.join() !== ALBUM_QUERY.include_groups || market !== ALBUM_QUERY.market) return false;
  const isPage = offset === 0 || (offset % limit === 0 && offset < total);
  return isPage && Object.values<number>(ALBUM_PAGE_LIMITS).includes(limit);
}

/** Whether a request has a client id and secret, in the form or as Basic authorization. Every pair is accepted. */
function hasClient(form: URLSearchParams, authorization: string | undefined): boolean {
  if (form.get("client_id") && form.get("client_secret")) return true;
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? "")?.[1];
  return encoded !== undefined && /^[^:]+:./.test(Buffer.from(encoded, "base64").toString());
}

/** An error in Spotify's shape. `reason` is added if the provider is the cause. */
function reject(c: Context, status: ContentfulStatusCode, message: string, reason?: AlbumsErrorReason): Response {
  c.header("Cache-Control", "no-store");
  return c.json({ error: { status, message, ...(reason && { reason }) } }, status);
}

function rejectMethod(c: Context, allowed: string): Response {
  c.header("Allow", allowed);
  if (c.req.method === "OPTIONS") return c.body(null, 204);
  return reject(c, 405, "Method not allowed");
}

function rejectBody(c: Context): Response {
  return reject(c, 413, `A body may have ${MAX_BODY_BYTES} bytes at most`);
}
