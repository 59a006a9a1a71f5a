import { join, relative } from "node:path";
import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { pictureAddressName } from "@porchlight/protocol/content.ts";
import {
  type ContentPicture,
  type ContentPictures,
  PICTURE_FOLDERS,
  type PictureFolder,
} from "@porchlight/protocol/content-editing.ts";
import { type Context, Hono } from "hono";
import { listFolder, normaliseName } from "../../content/file-names.ts";
import { chooseNewest, listOriginals } from "../../content/originals.ts";
import type { RequestOrigin } from "../../http/request-origin.ts";
import type { PictureStore } from "../../media/pictures/picture-store.ts";
import { measurePictures } from "../../media/pictures/prepare.ts";
import type { PictureUploads, StoredPicture } from "../../media/pictures/store-upload.ts";
import { UploadError, type UploadFailure } from "../../media/uploads/upload-error.ts";
import type { AdminVariables } from "../shared/require-admin.ts";
import { NO_SUCH_FOLDER, NOT_OWN, UPLOAD_FAILURES } from "./picture-words.ts";
import { whyNotWritable } from "./why-not-writable.ts";

/** Path of the pictures, below `/admin/api`. Its bodies are larger than those of any other path. */
export const PICTURES_PATH = "/content/pictures";

/** Status of each failure. */
const STATUSES: Readonly<Record<UploadFailure, 411 | 413 | 415 | 400 | 422 | 507>> = {
  "length-missing": 411,
  "too-large": 413,
  incomplete: 400,
  "disk-full": 507,
  heic: 415,
  "svg-elsewhere": 415,
  "svg-unusable": 422,
  "unknown-format": 415,
  moving: 422,
  "too-many-pixels": 422,
  unreadable: 422,
};

export type PictureUploadDeps = {
  contentDir: string;
  /** Whether it is the content that ships with the program, which is never written. */
  isDemo: boolean;
  uploads: PictureUploads;
  pictures: Pick<PictureStore, "find">;
  /** Makes the site find new pictures. Resolves when each has at least a preview. */
  refreshPictures: () => Promise<void>;
};

type Environment = AdminVariables & { Bindings: RequestOrigin };

/** Routes of the pictures that the owner lists and uploads, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createPictureUploadRoutes(deps: PictureUploadDeps): Hono<Environment> {
  const { contentDir, isDemo, uploads, pictures, refreshPictures } = deps;
  const routes = new Hono<Environment>();

  routes.get(PICTURES_PATH, async (c) => {
    const folder = folderOf(c);
    if (!folder) return refuse(c, 400, "bad_request", NO_SUCH_FOLDER);
    await refreshPictures();
    const path = join(contentDir, folder);
    if (isDrawing(c)) return c.json({ pictures: await listDrawings(path) } satisfies ContentPictures);
    const { chosen } = chooseNewest(listOriginals({ prefix: prefixOf(folder), folder: path }).originals);
    const listed = chosen.flatMap((original): ContentPicture[] => {
      const picture = pictures.find(original.name, "");
      if (!picture) return [];
      const file = relative(path, original.path).replaceAll("\\", "/");
      return [withThumbnail(folder, { file, width: picture.width, height: picture.height })];
    });
    return c.json({ pictures: listed } satisfies ContentPictures);
  });

  routes.post(PICTURES_PATH, async (c) => {
    const folder = folderOf(c);
    if (!folder) return refuse(c, 400, "bad_request", NO_SUCH_FOLDER);
    if (isDemo) return refuse(c, 409, "conflict", NOT_OWN);
    const path = join(contentDir, folder);
    try {
      c.env.takeTime?.();
      const stored = await uploads.store({
        folder: path,
        name: c.req.query("name") ?? "",
        size: sizeOf(c),
        acceptsSvg: folder === "images",
        isDrawing: isDrawing(c),
        body: c.req.raw.body ?? new Blob([]).stream(),
      });
      await refreshPictures();
      return c.json(withThumbnail(folder, stored), 201);
    } catch (error) {
      if (error instanceof UploadError) {
        return refuse(c, STATUSES[error.reason], error.reason.replaceAll("-", "_"), UPLOAD_FAILURES[error.reason]);
      }
      return refuse(c, 507, "not_writable", whyNotWritable(error, path, contentDir));
    }
  });

  /** The drawings from which a logo or an icon is chosen. An SVG that cannot be drawn is left out. */
  async function listDrawings(path: string): Promise<ContentPicture[]> {
    const names = listFolder(path).filter((name) => /^[^.].*\.(svg|png)$/.test(name));
    const measured = await measurePictures(names.map((name) => join(path, name)));
    return names.toSorted().flatMap((file) => {
      const size = measured.get(join(path, file));
      return size ? [withThumbnail("images", { file, width: size.width, height: size.height })] : [];
    });
  }

  function withThumbnail(folder: PictureFolder, { file, width, height }: StoredPicture): ContentPicture {
    const name = normaliseName(prefixOf(folder) + file.replace(/\.[^.]*$/, ""));
    const picture = file.endsWith(".svg") ? undefined : pictures.find(name, "");
    // A JPEG has no transparent background.
    const [before, ending] = file.endsWith(".png") ? ["webp/", "webp"] : ["", "jpg"];
    const address = `/optimized/${before}${pictureAddressName(name)}-small.${ending}`;
    const thumbnail = picture && `${address}?v=${picture.version}`;
    return { file, ...(thumbnail && { thumbnail }), width, height };
  }

  return routes;
}

function folderOf(c: Context): PictureFolder | undefined {
  const named = c.req.query("folder");
  return PICTURE_FOLDERS.find((folder) => folder === named);
}

/** Whether a request is about a logo or an icon. */
function isDrawing(c: Context): boolean {
  return c.req.query("kind") === "drawing";
}

/** Beginning of the names that pictures of a folder have for the picture store. */
function prefixOf(folder: PictureFolder): string {
  return folder === "images" ? "" : `${folder}/`;
}

/** The stated size; undefined for a body in chunks, of which the server reads only the beginning. */
function sizeOf(c: Context): number | undefined {
  const length = c.req.header("Transfer-Encoding") === undefined ? c.req.header("Content-Length") : undefined;
  return length === undefined ? undefined : Number(length);
}

function refuse(c: Context, status: 400 | 409 | 411 | 413 | 415 | 422 | 507, code: string, message: string): Response {
  return c.json({ code, message } satisfies AdminApiError, status);
}
