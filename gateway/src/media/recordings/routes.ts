import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { type FileEnvironment, streamFile } from "../../http/file-stream.ts";
import { pathBelow } from "../../http/path-below.ts";
import { isFresh } from "../../http/prepared.ts";
import { rangeOf } from "./byte-range.ts";
import type { AudioFile, Recordings } from "./recordings.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=300";

/** Audio files at `/audio/…`, whole or in parts, so that a player can begin anywhere. Source: RFC 9110 §14, Range. */
export function createAudioRoutes(recordings: Pick<Recordings, "file">): Hono<FileEnvironment> {
  const app = new Hono<FileEnvironment>();
  app.on(["GET", "HEAD"], "/*", async (c) => {
    const known = recordings.file(pathBelow("/audio/", c.req.url));
    const file = known && (await openKnown(known));
    if (!known || !file) return respondWithError(c, 404, "not_found", "There is no such recording.");
    let isSending = false;
    try {
      const { size, mtimeMs } = await file.stat();
      // Files change under way, when the owner saves a new mix: what is sent then has a name of its own.
      const isKnown = size === known.size && mtimeMs === known.mtimeMs;
      const etag = isKnown ? `"${known.version}"` : `"${mtimeMs.toString(36)}-${size.toString(36)}"`;
      c.header("ETag", etag);
      c.header("Accept-Ranges", "bytes");
      // A part of one version must not be put together with a part of another.
      const isOfThis = (c.req.header("If-Range") ?? etag).trim() === etag;
      const range = c.req.method === "GET" && isOfThis ? rangeOf(c.req.header("Range"), size) : undefined;
      if (range === "unsatisfiable") {
        c.header("Content-Range", `bytes */${size}`);
        // A cache might give it to those who ask for a part that is there.
        c.header("Cache-Control", "no-store");
        return respondWithError(c, 416, "range_not_satisfiable", "There is no such part of this recording.");
      }
      c.header("Cache-Control", isKnown && c.req.query("v") === known.version ? FOR_EVER : SHORT);
      if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
      const part = range ?? { start: 0, length: size };
      c.header("Content-Type", known.contentType);
      c.header("Content-Length", String(part.length));
      if (c.req.method === "HEAD") return c.body(null);
      if (range) c.header("Content-Range", `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
      const body = streamFile(file, part, c.env.breakOff);
      isSending = true;
      return c.body(body, range ? 206 : 200);
    } finally {
      if (!isSending) await file.close();
    }
  });
  return app;
}

/** Opens a file unless its name leads elsewhere by now. */
async function openKnown({ path }: AudioFile): Promise<FileHandle | undefined> {
  try {
    if ((await realpath(path)) !== path) return undefined;
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (error instanceof Error && "code" in error && GONE.has(String(error.code))) return undefined;
    throw error;
  }
}

/** Codes of a name that leads to no file any more. */
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);
