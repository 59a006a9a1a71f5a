import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FetchedPicture, PICTURE_TYPES, type PictureEnding } from "./fetch-provider-picture.ts";

/** A cached picture to send. */
export type CachedPicture = { path: string; contentType: string; size: number };

/** Cache of fetched pictures. A key is `{hash}`, or `{hash}-640` if the picture has several widths, `{hash}-640-email` for emails. */
interface PictureFolder {
  find(key: string): CachedPicture | undefined;
  store(key: string, picture: FetchedPicture): Promise<CachedPicture>;
}

const FILE_NAME = /^([0-9a-f]{32}(?:-\d{1,5}(?:-email)?)?)\.(jpg|png|webp|avif|gif)$/;

/**
 * Opens the cache folder. Deletes incomplete files that a killed process has left.
 *
 * @param mostBytes if the total is larger, the oldest pictures are deleted
 */
export function createPictureFolder(folder: string, mostBytes: number): PictureFolder {
  mkdirSync(folder, { recursive: true });
  const pictures = readFolder(folder);
  let bytes = [...pictures.values()].reduce((sum, { size }) => sum + size, 0);

  /** Deletes the oldest pictures, which come first in the map. The newest one stays. */
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
      // The owner deleted the file.
      pictures.delete(key);
      bytes -= picture.size;
      return undefined;
    },
    async store(key, { bytes: content, ending }) {
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
    // The pattern allows no other endings.
    return [{ key, mtimeMs, picture: { path, contentType: PICTURE_TYPES[ending as PictureEnding], size } }];
  });
  found.sort((a, b) => a.mtimeMs - b.mtimeMs);
  return new Map(found.map(({ key, picture }) => [key, picture]));
}
