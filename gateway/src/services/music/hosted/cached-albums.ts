import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";

/** The provider's last good response, with unparsed albums. */
type CachedAlbums = { artistId: string; asOf: string; albums: unknown[] };

const CachedSchema = v.object({
  artistId: v.string(),
  asOf: v.pipe(v.string(), v.isoTimestamp()),
  albums: v.array(v.unknown()),
});

/** Reads the cached albums of an artist; undefined when there are none or the file is damaged. */
export function readCachedAlbums(path: string, artistId: string): CachedAlbums | undefined {
  try {
    const cached = v.parse(CachedSchema, JSON.parse(readFileSync(path, "utf8")));
    return cached.artistId === artistId ? cached : undefined;
  } catch {
    return undefined;
  }
}

/** Caches a response. After a crash the file is complete: it has either this response or the previous one. */
export async function writeCachedAlbums(path: string, cached: CachedAlbums): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.partial`, JSON.stringify(cached), { flush: true });
  await rename(`${path}.partial`, path);
}
