import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { MAX_PICTURE_BYTES } from "@porchlight/protocol/content-editing.ts";
import { freeBytes, sync } from "../../data/files.ts";
import { createPlaces } from "../../lib/places.ts";
import { moveToFreeName } from "../uploads/free-name.ts";
import {
  deleteLeftOvers,
  ensureRoom,
  type FreeBytes,
  isFull,
  receiveFile,
  temporaryPath,
} from "../uploads/receive-file.ts";
import { UploadError } from "../uploads/upload-error.ts";
import { readPictureKind } from "./picture-kind.ts";
import { DrawingError, measurePictures, rewritePicture } from "./prepare.ts";

/** How many pictures arrive at the same time. A browser has six connections, so none of them waits for long. */
const ARRIVING_AT_ONCE = 6;
/** How many uploads may wait. They hold no file and no body yet. */
const MAX_WAITING = 500;
/** Name of a picture whose own name has no letter or digit. */
const NAMELESS = "picture";

/** A picture that arrives. `size` is in bytes; undefined if it is not stated. */
type Upload = {
  /** Where it is stored. */
  folder: string;
  /** The file's name on the owner's computer. */
  name: string;
  size: number | undefined;
  /** Whether the folder may have an SVG, as a logo or an icon. */
  acceptsSvg: boolean;
  /** Whether it is for a logo or an icon. */
  isDrawing: boolean;
  body: ReadableStream<Uint8Array>;
};

/** A picture in its folder. Width and height are in pixels. */
export type StoredPicture = { file: string; width: number; height: number };

/** Stores the pictures that the owner uploads. */
export interface PictureUploads {
  /**
   * Stores a picture under a free name, and never in place of another file.
   *
   * @throws {UploadError} if it cannot be used
   */
  store(upload: Upload): Promise<StoredPicture>;
}

type PictureUploadOptions = {
  clock: () => Date;
  free?: FreeBytes;
  /** Writes an uploaded picture again; for tests. */
  rewrite?: typeof rewritePicture;
};

/**
 * Creates the uploads. Each body goes to the disk as it arrives, and one picture after another is decoded, in a process
 * of its own. So a hundred uploads take no more memory than one.
 */
export function createPictureUploads({
  clock,
  free = freeBytes,
  rewrite = rewritePicture,
}: PictureUploadOptions): PictureUploads {
  const arriving = createPlaces(ARRIVING_AT_ONCE, MAX_WAITING);
  let drawing: Promise<unknown> = Promise.resolve();

  /** Waits for the previous picture. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = drawing.then(work);
    drawing = done.catch(() => {});
    return done;
  }

  async function receive({ folder, name, size, acceptsSvg, isDrawing, body }: Upload): Promise<StoredPicture> {
    if (size === undefined) throw new UploadError("length-missing");
    if (size > MAX_PICTURE_BYTES) throw new UploadError("too-large");
    mkdirSync(folder, { recursive: true });
    deleteLeftOvers(folder, clock());
    const uploaded = await receiveFile(body, { folder, size, free });
    const target = temporaryPath(folder);
    try {
      const kind = await readPictureKind(uploaded);
      if (kind === undefined) throw new UploadError("unknown-format");
      if (kind === "heic") throw new UploadError("heic");
      if (kind === "svg") {
        if (!acceptsSvg) throw new UploadError("svg-elsewhere");
        return await inTurn(() => storeSvg(uploaded, name));
      }
      return await inTurn(async () => {
        ensureRoom(folder, size, free);
        const stored = await rewrite(uploaded, target, isDrawing);
        if ("failure" in stored) throw new UploadError(stored.failure);
        const { ending, width, height } = stored;
        return { file: moveToFreeName(target, { folder, name, nameless: NAMELESS, ending }), width, height };
      });
    } catch (error) {
      const hasNoRoom = isFull(error) || (error instanceof DrawingError && error.code === "ENOSPC");
      throw hasNoRoom ? new UploadError("disk-full", { cause: error }) : error;
    } finally {
      for (const path of [uploaded, target]) rmSync(path, { force: true });
    }
  }

  return {
    async store(upload) {
      const place = arriving.take("owner");
      try {
        await place.taken;
        return await receive(upload);
      } finally {
        place.giveBack();
      }
    },
  };
}

/** An SVG is used as a logo or an icon if it can be drawn. Browsers get it only as a picture, in which nothing runs. */
async function storeSvg(uploaded: string, name: string): Promise<StoredPicture> {
  const measured = (await measurePictures([uploaded])).get(uploaded);
  if (!measured) throw new UploadError("svg-unusable");
  sync(uploaded);
  const file = moveToFreeName(uploaded, { folder: dirname(uploaded), name, nameless: NAMELESS, ending: "svg" });
  return { file, width: measured.width, height: measured.height };
}
