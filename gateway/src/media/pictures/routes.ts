import { open } from "node:fs/promises";
import { Hono } from "hono";
import { respondWithError } from "../../http/error-response.ts";
import { type FileEnvironment, streamFile } from "../../http/file-stream.ts";
import { pathBelow } from "../../http/path-below.ts";
import { isFresh } from "../../http/prepared.ts";
import type { PictureStore } from "./picture-store.ts";

/**
 * Prepared pictures at `/optimized/{name}-{suffix}.jpg`, `/optimized/webp/…` and `/optimized/avif/…`. If a variant does
 * not exist yet, the request waits for a moment. Then it gets the preview, which no browser may cache.
 */
export function createPictureRoutes(pictures: Pick<PictureStore, "file">): Hono<FileEnvironment> {
  const app = new Hono<FileEnvironment>();
  app.on(["GET", "HEAD"], "/*", async (c) => {
    const path = pathBelow("/optimized/", c.req.url);
    let picture = pictures.file(path);
    if (picture?.variant) {
      await picture.variant;
      picture = pictures.file(path);
    }
    if (!picture) return respondWithError(c, 404, "not_found", "There is no such picture.");
    // Other sites may show pictures, for example in a review or a link preview.
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    if (picture.isPreview) {
      c.header("Cache-Control", "no-store");
      // The page later replaces a picture with this mark. A script cannot read other headers of a picture.
      c.header("Server-Timing", "preview");
    } else {
      const etag = `"${picture.version}"`;
      const isCurrent = c.req.query("v") === picture.version;
      c.header("ETag", etag);
      c.header("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "public, max-age=300");
      if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
    }
    const file = await open(picture.path);
    const length = (await file.stat()).size;
    c.header("Content-Type", picture.contentType);
    c.header("Content-Length", String(length));
    if (c.req.method === "HEAD") {
      await file.close();
      return c.body(null);
    }
    return c.body(streamFile(file, { start: 0, length }, c.env));
  });
  return app;
}
