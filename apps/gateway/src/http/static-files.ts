import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Prepared, prepare } from "./prepared.ts";
import { CLOSED_POLICY } from "./security-headers.ts";

const CONTENT_TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/**
 * Reads the built files of the site into memory, by path. Their names carry a checksum, so browsers keep them for ever.
 *
 * @param folder the site's `dist/client/assets`, with a `.br` and a `.gz` beside each text
 */
export function loadBuiltFiles(folder: string): Map<string, Prepared> {
  const files = new Map<string, Prepared>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder)) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (!contentType) continue;
    const path = join(folder, name);
    const packed = existsSync(`${path}.br`) && {
      br: readFileSync(`${path}.br`),
      gzip: readFileSync(`${path}.gz`),
    };
    const headers = {
      "Content-Type": contentType,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": CLOSED_POLICY,
    };
    files.set(`/assets/${name}`, prepare({ headers, body: readFileSync(path), ...(packed && { packed }) }));
  }
  return files;
}
