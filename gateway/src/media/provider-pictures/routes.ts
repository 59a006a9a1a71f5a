import { open } from "node:fs/promises";
import { Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { type FileEnvironment, streamFile } from "../../http/file-stream.ts";
import { isFresh } from "../../http/prepared.ts";
import type { ProviderPictures } from "./provider-pictures.ts";

/**
 * Pictures of providers at `/media/{hash}` and `/media/{hash}_{width}x{height}`, for emails with `.jpg` at the end. A
 * URL always returns the same picture.
 */
export function createMediaRoutes(pictures: Pick<ProviderPictures, "find">): Hono<FileEnvironment> {
  const app = new Hono<FileEnvironment>();
  app.on(["GET", "HEAD"], "/:name", async (c) => {
    const name = c.req.param("name");
    const picture = await pictures.find(name);
    if (typeof picture === "string") {
      c.header("Cache-Control", "public, max-age=60");
      if (picture === "unknown") return respondWithError(c, 404, "not_found", "There is no such picture.");
      return respondWithError(c, 502, "unavailable", "The picture's provider does not respond just now.");
    }
    const etag = `"${name}"`;
    c.header("ETag", etag);
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    // Other sites may show covers, for example in a review or a link preview.
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
    c.header("Content-Type", picture.contentType);
    c.header("Content-Length", String(picture.size));
    if (c.req.method === "HEAD") return c.body(null);
    const file = await open(picture.path);
    return c.body(streamFile(file, { start: 0, length: picture.size }, c.env));
  });
  return app;
}
