import { Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { type FileEnvironment, streamFile } from "../../http/file-stream.ts";
import { pathBelow } from "../../http/path-below.ts";
import { isFresh } from "../../http/prepared.ts";
import { openFile } from "../../lib/open-file.ts";
import { parseRange } from "./byte-range.ts";
import type { Recordings } from "./recordings.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=300";

/** Audio files at `/audio/…`, whole or in parts, so that a player can start anywhere. Source: RFC 9110 §14, Range. */
export function createAudioRoutes(recordings: Pick<Recordings, "file">): Hono<FileEnvironment> {
  const app = new Hono<FileEnvironment>();
  app.on(["GET", "HEAD"], "/*", async (c) => {
    const recording = recordings.file(pathBelow("/audio/", c.req.url));
    const file = recording && (await openFile(recording.path));
    if (!recording || !file) return respondWithError(c, 404, "not_found", "There is no such recording.");
    let isSending = false;
    try {
      const { size, mtimeMs } = await file.stat();
      // The owner may save a new mix at any time. The new mix gets its own ETag.
      const isKnown = size === recording.size && mtimeMs === recording.mtimeMs;
      const etag = isKnown ? `"${recording.version}"` : `"${mtimeMs.toString(36)}-${size.toString(36)}"`;
      c.header("ETag", etag);
      c.header("Accept-Ranges", "bytes");
      // A client must not join parts of two versions.
      const isSameVersion = (c.req.header("If-Range") ?? etag).trim() === etag;
      const range = c.req.method === "GET" && isSameVersion ? parseRange(c.req.header("Range"), size) : undefined;
      if (range === "unsatisfiable") {
        c.header("Content-Range", `bytes */${size}`);
        // A cache might return this error for a part that exists.
        c.header("Cache-Control", "no-store");
        return respondWithError(c, 416, "range_not_satisfiable", "There is no such part of this recording.");
      }
      c.header("Cache-Control", isKnown && c.req.query("v") === recording.version ? IMMUTABLE : SHORT);
      if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
      const part = range ?? { start: 0, length: size };
      c.header("Content-Type", recording.contentType);
      c.header("Content-Length", String(part.length));
      if (c.req.method === "HEAD") return c.body(null);
      if (range) c.header("Content-Range", `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
      const body = streamFile(file, part, c.env);
      isSending = true;
      return c.body(body, range ? 206 : 200);
    } finally {
      if (!isSending) await file.close();
    }
  });
  return app;
}
