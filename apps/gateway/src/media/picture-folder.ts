import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FetchedPicture, PICTURE_TYPES, type PictureEnding } from "./fetch-provider-picture.ts";

/** A picture as a file to be sent. */
export type KeptPicture = { path: string; contentType: string; size: number };

/** Fetched pictures as files, called by their hash. */
export interface PictureFolder {
  find(hash: string): KeptPicture | undefined;
  keep(hash: string, picture: FetchedPicture): Promise<KeptPicture>;
}

const FILE_NAME = /^([0-9a-f]{32})\.(jpg|png|webp|avif|gif)$/;

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
    for (const [hash, { path, size }] of pictures) {
      if (bytes <= mostBytes || pictures.size === 1) return;
      pictures.delete(hash);
      bytes -= size;
      await rm(path, { force: true });
    }
  }

  return {
    find(hash) {
      const picture = pictures.get(hash);
      if (!picture || existsSync(picture.path)) return picture;
      // Somebody tidied up.
      pictures.delete(hash);
      bytes -= picture.size;
      return undefined;
    },
    async keep(hash, { bytes: content, ending }) {
      const path = join(folder, `${hash}.${ending}`);
      await writeFile(`${path}.partial`, content);
      await rename(`${path}.partial`, path);
      const picture = { path, contentType: PICTURE_TYPES[ending], size: content.length };
      pictures.set(hash, picture);
      bytes += picture.size;
      await makeRoom();
      return picture;
    },
  };
}

function readFolder(folder: string): Map<string, KeptPicture> {
  const found = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const [, hash, ending] = FILE_NAME.exec(name) ?? [];
    if (name.endsWith(".partial")) rmSync(path, { force: true });
    if (hash === undefined || ending === undefined) return [];
    const { size, mtimeMs } = statSync(path);
    // The name's own form leaves these endings only.
    return [{ hash, mtimeMs, picture: { path, contentType: PICTURE_TYPES[ending as PictureEnding], size } }];
  });
  found.sort((a, b) => a.mtimeMs - b.mtimeMs);
  return new Map(found.map(({ hash, picture }) => [hash, picture]));
}
