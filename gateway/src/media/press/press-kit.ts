import { statSync } from "node:fs";
import { findPressFiles, type Press, type PressFile } from "../../content/press.ts";
import { hasPassed } from "../../lib/has-passed.ts";
import { slugOf } from "../../lib/slug.ts";

/** A file of the press kit on disk. */
export type PressDownload = PressFile & { size: number; mtimeMs: number };

/** Everything that the press kit offers now. `zipName` is the name of the file with all of it. */
export type PressList = { photos: readonly PressDownload[]; files: readonly PressDownload[]; zipName: string };

/** A text file of the ZIP file, and the time at which it is written. */
export type PressText = { name: string; text: string; writtenAt: Date };

/** The files of the owner's press kit. */
export interface PressKit {
  list(): PressList | undefined;
  /** Biographies and credit lines as the text files of the ZIP file. */
  texts(): PressText[];
}

/** How often the folders are listed at most, in milliseconds. */
const LIST_EVERY_MS = 1_000;

type PressKitOptions = {
  contentDir: string;
  press: () => Press | undefined;
  /** The text of the kit with its placeholders filled in. */
  text: () => string;
  artistName: () => string;
  clock: () => Date;
};

export function createPressKit({ contentDir, press, text, artistName, clock }: PressKitOptions): PressKit {
  let listed: { of: Press; at: number; list: PressList } | undefined;

  function list(): PressList | undefined {
    const current = press();
    if (!current) return undefined;
    const now = clock().getTime();
    if (listed?.of === current && !hasPassed(listed.at, now, LIST_EVERY_MS)) return listed.list;
    const { photos, files } = findPressFiles(contentDir, current);
    const zipName = `${slugOf(artistName()) || "artist"}-press-kit.zip`;
    listed = {
      of: current,
      at: now,
      list: { photos: photos.flatMap(measure), files: files.flatMap(measure), zipName },
    };
    return listed.list;
  }

  return {
    list,
    texts() {
      const credits = list()?.photos.map(({ name, photo }) => `${name}: ${photo?.credit ?? ""}`) ?? [];
      const writtenAt = clock();
      return [
        { name: "biographies.txt", text: `${text().trim()}\n`, writtenAt },
        ...(credits.length > 0 ? [{ name: "credits.txt", text: `${credits.join("\n")}\n`, writtenAt }] : []),
      ];
    },
  };
}

function measure(file: PressFile): PressDownload[] {
  const found = statSync(file.path, { throwIfNoEntry: false });
  return found?.isFile() ? [{ ...file, size: found.size, mtimeMs: found.mtimeMs }] : [];
}
