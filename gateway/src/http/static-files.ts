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
 * Reads the built files of the site into memory, by path. Names in `/assets` contain a checksum, so browsers may cache
 * these files forever.
 *
 * @param client the site's `dist/client`; its `assets` have a `.br` and a `.gz` file for each text file
 */
export function loadBuiltFiles(client: string): Map<string, Prepared> {
  const files = new Map<string, Prepared>();
  const folder = join(client, "assets");
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
  files.set("/licences.txt", licencesIn(client));
  return files;
}

/** The licences of all packages in the bundles. Every copy of the bundles has to include them. */
function licencesIn(client: string): Prepared {
  return prepare({
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": CLOSED_POLICY,
    },
    body: readFileSync(join(client, "licences.txt")),
  });
}
