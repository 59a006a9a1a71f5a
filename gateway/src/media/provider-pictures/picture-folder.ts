import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FetchedPicture, PICTURE_TYPES, type PictureEnding } from "./fetch-provider-picture.ts";

/** A picture as a file to be sent. */
export type CachedPicture = { path: string; contentType: string; size: number };

/** Fetched pictures as files, called by their hash, and by their width where there are several: `{hash}-640`. */
export interface PictureFolder {
  find(key: string): CachedPicture | undefined;
  keep(key: string, picture: FetchedPicture): Promise<CachedPicture>;
}

const FILE_NAME = /^([0-9a-f]{32}(?:-\d{1,5})?)\.(jpg|png|webp|avif|gif)$/;

/**
 * Keeps pictures in a folder of their own. What is left half written by a process that was killed is removed.
 *
 * @param mostBytes the oldest pictures go when all together have more
 */
export function createPictureFolder(folder: string, mostBytes: number): PictureFolder {
  mkdirSync(folder, { recursive: true });
  const pictures = readFolder(folder);
  let bytes = [...pictures.values()].reduce((sum, { size }) => sum + size, 0);

  /** Pictures stand oldest first; the newest stays. */
  async function makeRoom(): Promise<void> {
    for (const [key, { path, size }] of pictures) {
      if (bytes <= mostBytes || pictures.size === 1) return;
      pictures.delete(key);
      bytes -= size;
      await rm(path, { force: true });
    }
  }

  return {
    find(key) {
      const picture = pictures.get(key);
      if (!picture || existsSync(picture.path)) return picture;
      // Somebody tidied up.
      pictures.delete(key);
      bytes -= picture.size;
      return undefined;
    },
    async keep(key, { bytes: content, ending }) {
      const path = join(folder, `${key}.${ending}`);
      await writeFile(`${path}.partial`, content);
      await rename(`${path}.partial`, path);
      const picture = { path, contentType: PICTURE_TYPES[ending], size: content.length };
      pictures.set(key, picture);
      bytes += picture.size;
      await makeRoom();
      return picture;
    },
  };
}

function readFolder(folder: string): Map<string, CachedPicture> {
  const found = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const [, key, ending] = FILE_NAME.exec(name) ?? [];
    if (name.endsWith(".partial")) rmSync(path, { force: true });
    if (key === undefined || ending === undefined) return [];
    const { size, mtimeMs } = statSync(path);
    // The name's own form leaves these endings only.
    return [{ key, mtimeMs, picture: { path, contentType: PICTURE_TYPES[ending as PictureEnding], size } }];
  });
  found.sort((a, b) => a.mtimeMs - b.mtimeMs);
  return new Map(found.map(({ key, picture }) => [key, picture]));
}
