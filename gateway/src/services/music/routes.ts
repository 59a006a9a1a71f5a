import { ALBUM_PAGE_LIMITS, ALBUM_QUERY, type AlbumsErrorReason } from "@porchlight/protocol/music.ts";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorShape } from "../../http/error-response.ts";
import { limitBody } from "../../http/limit-body.ts";
import { etagOf, isFresh, type Prepared, prepare, respond } from "../../http/prepared.ts";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { type AlbumQuery, albumPageOf, readAlbumQuery } from "./album-pages.ts";
import { ALBUMS_FRESH_MS, type AlbumList, MusicError, type MusicService } from "./contract.ts";
import { createTokens, TOKEN_LIFE_S, type TokenMistake } from "./token.ts";

/** What the routes need beside the service. */
type MusicRoutesOptions = {
  /** Without a slash at its end. */
  publicUrl: string;
  /** The artist as each album names them. */
  artistName: () => string;
  clock: () => Date;
};

/** Larger than any request for a token, in bytes. */
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
/** Errors of the limits before the routes, and of what no route handled. */
export const MUSIC_ERRORS: ErrorShape = {
  respond: (c, status, _code, message) => c.json({ error: { status, message } }, status),
};

const STATUS = { AUTHENTICATION_FAILED: 502, UNAVAILABLE: 503 } as const satisfies Record<AlbumsErrorReason, number>;

/**
 * The streaming service's wire, below `/spotify`, so that its own clients work against this gateway and the site needs
 * no account anywhere. Albums are public: anyone who names a client gets a token, and the site itself asks without one.
 * Source: developer.spotify.com, "Client Credentials Flow" and "Get Artist's Albums".
 */
export function createMusicRoutes(music: MusicService, { publicUrl, artistName, clock }: MusicRoutesOptions): Hono {
  const app = new Hono();
  const tokens = createTokens(clock);
  const address = `${publicUrl}/spotify/v1/artists/${music.artistId}/albums`;
  let packed: { albums: AlbumList["albums"]; name: string; byQuery: Map<string, Prepared> } | undefined;

  app.post("/api/token", limitBody(MAX_BODY_BYTES, refuseBody), async (c) => {
    c.header("Cache-Control", "no-store");
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header("Content-Type") ?? "");
    const form = new URLSearchParams(isForm ? await c.req.text() : "");
    const grant = form.get("grant_type");
    if (grant !== "client_credentials") {
      const said = grant ? "grant_type must be client_credentials" : "grant_type parameter is missing";
      return c.json({ error: "unsupported_grant_type", error_description: said }, 400);
    }
    if (!namesClient(form, c.req.header("Authorization"))) {
      return c.json({ error: "invalid_client", error_description: "Invalid client" }, 400);
    }
    return c.json({ access_token: tokens.issue(), token_type: "Bearer", expires_in: TOKEN_LIFE_S });
  });
  app.all("/api/token", (c) => refuseMethod(c, "POST"));

  app.get("/v1/artists/:id/albums", async (c) => {
    // Any other scheme is a proxy's in front of the site, whose browsers send it along.
    const bearer = /^Bearer *(.*)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
    const mistake = bearer === undefined ? undefined : tokens.mistakeIn(bearer.trim());
    if (mistake) return refuse(c, 401, MISTAKES[mistake]);
    const id = c.req.param("id");
    if (!BASE62_ID.test(id)) return refuse(c, 400, "Invalid base62 id");
    if (id !== music.artistId) return refuse(c, 404, "Resource not found");
    const read = readAlbumQuery(new URL(c.req.url).searchParams);
    if (!read.ok) return refuse(c, 400, read.message);
    try {
      const list = await music.listAlbums();
      const answer = answerPage(list, read.query, c.req.raw);
      const age = ageOf(list);
      if (age !== undefined) answer.headers.set("Age", String(age));
      return answer;
    } catch (error) {
      if (!(error instanceof MusicError)) throw error;
      if (error.retryAfterSeconds !== undefined) c.header("Retry-After", String(error.retryAfterSeconds));
      return refuse(c, STATUS[error.reason], error.message, error.reason);
    }
  });
  app.all("/v1/artists/:id/albums", (c) => refuseMethod(c, "GET, HEAD"));
  app.all("*", (c) => refuse(c, 404, "Service not found"));

  function answerPage({ albums }: AlbumList, query: AlbumQuery, request: Request): Response {
    const name = artistName();
    if (packed?.albums !== albums || packed.name !== name) packed = { albums, name, byQuery: new Map() };
    const { byQuery } = packed;
    const key = JSON.stringify(query);
    const known = byQuery.get(key);
    if (known) return respond(known, request);
    const body = JSON.stringify(albumPageOf(albums, query, address, { id: music.artistId, name }));
    // Packing takes some tens of milliseconds, so it is done for the site's own questions and for nobody else's.
    if (!isOfSite(query, albums.length)) return answerUnpacked(body, request);
    const made = prepare({ headers: HEADERS, body });
    byQuery.set(key, made);
    return respond(made, request);
  }

  /** Seconds since the provider gave a list that is no longer fresh. Source: RFC 9111 §5.1. */
  function ageOf({ asOf }: AlbumList): number | undefined {
    const ageMs = clock().getTime() - asOf.getTime();
    return music.isHosted && ageMs >= ALBUMS_FRESH_MS ? Math.floor(ageMs / 1_000) : undefined;
  }

  return app;
}

function answerUnpacked(body: string, request: Request): Response {
  const headers = { ...HEADERS, ETag: etagOf(body) };
  const isKnown = isFresh({ status: 200, etag: headers.ETag }, request.headers.get("If-None-Match") ?? undefined);
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

/** Whether the site itself asks this: a page of either loader. */
function isOfSite({ groups, market, limit, offset }: AlbumQuery, total: number): boolean {
  if (groups.join() !== ALBUM_QUERY.include_groups || market !== ALBUM_QUERY.market) return false;
  const isPage = offset === 0 || (offset % limit === 0 && offset < total);
  return isPage && Object.values<number>(ALBUM_PAGE_LIMITS).includes(limit);
}

/** Whether a client says who it is, in the form or by Basic; which one makes no difference here. */
function namesClient(form: URLSearchParams, authorization: string | undefined): boolean {
  if (form.get("client_id") && form.get("client_secret")) return true;
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? "")?.[1];
  return encoded !== undefined && /^[^:]+:./.test(Buffer.from(encoded, "base64").toString());
}

/** An error in the wire's own shape; `reason` is added where the provider is the cause. */
function refuse(c: Context, status: ContentfulStatusCode, message: string, reason?: AlbumsErrorReason): Response {
  c.header("Cache-Control", "no-store");
  return c.json({ error: { status, message, ...(reason && { reason }) } }, status);
}

function refuseMethod(c: Context, allowed: string): Response {
  c.header("Allow", allowed);
  if (c.req.method === "OPTIONS") return c.body(null, 204);
  return refuse(c, 405, "Method not allowed");
}

function refuseBody(c: Context): Response {
  return refuse(c, 413, `A body may have ${MAX_BODY_BYTES} bytes at most`);
}
