import { join } from "node:path";
import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import { FILE_FOLDERS, type FileFolder, MAX_FILE_BYTES } from "@porchlight/protocol/content-editing.ts";
import { type Context, Hono } from "hono";
import type { RequestOrigin } from "../../http/request-origin.ts";
import { type FileFailure, FileUploadError, type FileUploads } from "../../media/files/file-uploads.ts";
import type { AdminVariables } from "../shared/require-admin.ts";
import { NOT_OWN } from "./picture-words.ts";
import { explainFileFailure, NO_FILE_FOLDER, NO_UPLOAD } from "./upload-words.ts";
import { whyNotWritable } from "./why-not-writable.ts";

/** Path of the uploads, below `/admin/api`. */
export const UPLOADS_PATH = "/content/uploads";
/** Rate of one client's requests there: a hundred pieces of 1 MB in a second. */
export const UPLOAD_RATE = { burst: 400, perSecond: 100 };

/** Version of the protocol. Source: tus.io/protocols/resumable-upload, 1.0.0. */
const VERSION = "1.0.0";
const PIECE_TYPE = "application/offset+octet-stream";

type Status = 400 | 404 | 409 | 412 | 413 | 415 | 422 | 507;

const STATUSES: Readonly<Record<FileFailure, Status>> = {
  "too-large": 413,
  "too-many": 409,
  "unknown-format": 415,
  "disk-full": 507,
  incomplete: 409,
  "too-long": 413,
  unusable: 422,
};

export type FileUploadDeps = {
  contentDir: string;
  /** Whether it is the content that ships with the program, which is never written. */
  isDemo: boolean;
  fileUploads: FileUploads;
};

type Environment = AdminVariables & { Bindings: RequestOrigin };

/**
 * Routes of the files that the owner uploads with tus, to be mounted at `/admin/api` behind `requireAdmin`. They
 * implement the protocol's core and its extensions creation, expiration and termination.
 */
export function createFileUploadRoutes({ contentDir, isDemo, fileUploads }: FileUploadDeps): Hono<Environment> {
  const routes = new Hono<Environment>();
  const one = `${UPLOADS_PATH}/:id` as const;

  for (const path of [UPLOADS_PATH, one]) {
    routes.use(path, async (c, next) => {
      c.header("Tus-Resumable", VERSION);
      const isTus = c.req.method !== "OPTIONS" && !(c.req.method === "GET" && path === UPLOADS_PATH);
      if (isTus && c.req.header("Tus-Resumable") !== VERSION) {
        c.header("Tus-Version", VERSION);
        return refuse(c, 412, "version_mismatch", `Tus-Resumable must be ${VERSION}.`);
      }
      return next();
    });
    routes.options(path, (c) => {
      c.header("Tus-Version", VERSION);
      c.header("Tus-Max-Size", String(MAX_FILE_BYTES));
      c.header("Tus-Extension", "creation,expiration,termination");
      return c.body(null, 204);
    });
  }

  routes.get(UPLOADS_PATH, (c) => {
    const folder = folderOf(c.req.query("folder"));
    return folder ? c.json(fileUploads.list(folder)) : refuse(c, 400, "bad_request", NO_FILE_FOLDER);
  });

  routes.post(UPLOADS_PATH, async (c) => {
    const size = wholeNumber(c.req.header("Upload-Length"));
    if (size === undefined) return refuse(c, 400, "bad_request", "Upload-Length must be a number of bytes.");
    const metadata = readMetadata(c.req.header("Upload-Metadata"));
    const folder = folderOf(metadata.get("folder"));
    if (!folder) return refuse(c, 400, "bad_request", NO_FILE_FOLDER);
    if (isDemo) return refuse(c, 409, "conflict", NOT_OWN);
    const modified = metadata.get("modified");
    return attempt(c, folder, async () => {
      const upload = await fileUploads.create({
        folder,
        name: metadata.get("filename") ?? "",
        size,
        ...(modified !== undefined && { modified }),
      });
      c.header("Location", `/admin/api${UPLOADS_PATH}/${upload.id}`);
      c.header("Upload-Expires", upload.expires.toUTCString());
      return c.body(null, 201);
    });
  });

  // A HEAD request is a GET without a body.
  routes.get(one, async (c) => {
    const upload = await fileUploads.find(c.req.param("id"));
    if (!upload) return refuse(c, 404, "not_found", NO_UPLOAD);
    c.header("Upload-Offset", String(upload.offset));
    c.header("Upload-Length", String(upload.size));
    c.header("Upload-Expires", upload.expires.toUTCString());
    return c.body(null, 200);
  });

  routes.patch(one, async (c) => {
    if (c.req.header("Content-Type") !== PIECE_TYPE) {
      return refuse(c, 415, "bad_request", `Content-Type must be ${PIECE_TYPE}.`);
    }
    const offset = wholeNumber(c.req.header("Upload-Offset"));
    if (offset === undefined) return refuse(c, 400, "bad_request", "Upload-Offset must be a number of bytes.");
    const upload = await fileUploads.find(c.req.param("id"));
    if (!upload) return refuse(c, 404, "not_found", NO_UPLOAD);
    c.env.takeTime?.();
    return attempt(c, upload.folder, async () => {
      const reached = await fileUploads.append(upload.id, offset, c.req.raw.body);
      if (reached === undefined) return refuse(c, 409, "wrong_offset", "The upload is not at this offset.");
      c.header("Upload-Offset", String(reached));
      c.header("Upload-Expires", upload.expires.toUTCString());
      return c.body(null, 204);
    });
  });

  routes.delete(one, async (c) => {
    if (!(await fileUploads.remove(c.req.param("id")))) return refuse(c, 404, "not_found", NO_UPLOAD);
    return c.body(null, 204);
  });

  routes.post(`${one}/file`, async (c) => {
    const upload = await fileUploads.find(c.req.param("id"));
    if (!upload) return refuse(c, 404, "not_found", NO_UPLOAD);
    return attempt(c, upload.folder, async () => {
      const stored = await fileUploads.store(upload.id);
      return stored ? c.json(stored, 201) : refuse(c, 404, "not_found", NO_UPLOAD);
    });
  });

  /** Turns the failures that the owner can act on into responses. */
  async function attempt(c: Context, folder: FileFolder, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileUploadError) {
        const { reason } = error;
        return refuse(c, STATUSES[reason], reason.replaceAll("-", "_"), explainFileFailure(error, folder));
      }
      return refuse(c, 507, "not_writable", whyNotWritable(error, join(contentDir, folder), contentDir));
    }
  }

  return routes;
}

/** Reads `Upload-Metadata`: pairs of a key and a value in Base64. */
function readMetadata(header = ""): Map<string, string> {
  return new Map(
    header.split(",").map((pair) => {
      const [key = "", value = ""] = pair.trim().split(" ");
      return [key, Buffer.from(value, "base64").toString("utf8")];
    }),
  );
}

function folderOf(named: string | undefined): FileFolder | undefined {
  return FILE_FOLDERS.find((folder) => folder === named);
}

function wholeNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function refuse(c: Context, status: Status, code: string, message: string): Response {
  return c.json({ code, message } satisfies AdminApiError, status);
}
