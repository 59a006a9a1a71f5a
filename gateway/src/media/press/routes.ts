import type { FileHandle } from "node:fs/promises";
import { makeZip } from "client-zip";
import { Hono } from "hono";
import { type FileEnvironment, streamFile } from "../../http/file-stream.ts";
import { pathBelow } from "../../http/path-below.ts";
import { isFresh } from "../../http/prepared.ts";
import { CLOSED_POLICY } from "../../http/security-headers.ts";
import { openFile } from "../../lib/open-file.ts";
import type { PressDownload, PressKit, PressText } from "./press-kit.ts";

/** Downloads of one client: a whole kit with some dozen files at once. */
export const DOWNLOAD_RATE = { burst: 60, perSecond: 0.5 };

/** How much of a file is in memory for each client of the ZIP file, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Serves each file of the press kit at `/press/…`, and all of them in a ZIP file that is created while it is being
 * sent.
 */
export function createPressRoutes(kit: PressKit, onError: (error: unknown) => void): Hono<FileEnvironment> {
  const app = new Hono<FileEnvironment>();
  app.on(["GET", "HEAD"], "/:name", async (c, next) => {
    const name = pathBelow("/press/", c.req.url);
    const list = kit.list();
    const all = list ? [...list.photos, ...list.files] : [];
    const download = all.find((one) => one.name === name);
    const isZip = list !== undefined && name === list.zipName && all.length > 0;
    if (!download && !isZip) return next();
    c.header("Content-Security-Policy", CLOSED_POLICY);
    c.header("Cache-Control", "no-cache");
    if (!download) {
      c.header("Content-Type", "application/zip");
      c.header("Content-Disposition", attachment(name));
      if (c.req.method === "HEAD") return c.body(null);
      const { holdUnread } = c.env;
      // The cast holds: the library makes each piece from a buffer of its own or of ours.
      return c.body(
        makeZip(entriesOf(all, kit.texts(), holdUnread, onError), { buffersAreUTF8: true }) as ReadableStream<
          Uint8Array<ArrayBuffer>
        >,
      );
    }
    const file = await openFile(download.path);
    if (!file) return next();
    let isSending = false;
    try {
      const { size, mtimeMs } = await file.stat();
      const etag = `"${mtimeMs.toString(36)}-${size.toString(36)}"`;
      c.header("ETag", etag);
      if (isFresh({ status: 200, etag }, c.req.header("If-None-Match"))) return c.body(null, 304);
      c.header("Content-Type", download.contentType);
      c.header("Content-Disposition", attachment(download.name));
      c.header("Content-Length", String(size));
      if (c.req.method === "HEAD") return c.body(null);
      const body = streamFile(file, { start: 0, length: size }, c.env);
      isSending = true;
      return c.body(body);
    } finally {
      if (!isSending) await file.close();
    }
  });
  return app;
}

type Hold = FileEnvironment["Bindings"]["holdUnread"];

/**
 * The files of the ZIP file, each opened once the client has read the previous one. Ends early when the client has
 * disconnected, because the library then throws into the generator.
 */
async function* entriesOf(
  files: readonly PressDownload[],
  texts: readonly PressText[],
  holdUnread: Hold,
  onError: (error: unknown) => void,
) {
  for (const { name, text, writtenAt } of texts) yield { name, input: text, lastModified: writtenAt };
  for (const one of files) {
    const file = await openFile(one.path);
    // The owner has deleted it meanwhile.
    if (!file) continue;
    let releaseLast: (() => void) | undefined;
    const hold: Hold = (bytes) => (releaseLast = holdUnread?.(bytes) ?? (() => {}));
    try {
      yield { name: one.name, input: piecesOf(file, hold), lastModified: new Date(one.mtimeMs) };
    } catch {
      return;
    } finally {
      // Waits for a piece that is being read.
      await file.close().catch(onError);
      // When the client has disconnected, the library does not continue the pieces, so nothing else releases the last.
      releaseLast?.();
    }
  }
}

async function* piecesOf(file: FileHandle, holdUnread: Hold) {
  for (;;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
    if (bytesRead === 0) return;
    const release = holdUnread?.(bytesRead);
    yield buffer.subarray(0, bytesRead);
    release?.();
  }
}

/** Source: RFC 6266 and RFC 8187. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
