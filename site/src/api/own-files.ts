import type {
  ContentFile,
  ContentUploads,
  FileFolder,
  UnfinishedUpload,
} from "@porchlight/protocol/content-editing.ts";
import type { AccessToken } from "./access.ts";
import { AdminRequestError, callAdmin, fetchAdmin, parseJson, readErrorBody } from "./admin.ts";

/** The state of an upload. `offset` is how many bytes the gateway has. */
type Standing = { id: string; offset: number };

/** Recordings and files of the press kit, which are used as they are. The calls throw as {@link callAdmin} does. */
export type OwnFiles = {
  list: (folder: FileFolder, signal?: AbortSignal) => Promise<ContentUploads>;
  /** Finds the unfinished upload of a file, or creates one. */
  begin: (folder: FileFolder, file: File, signal: AbortSignal) => Promise<Standing>;
  /**
   * Sends the piece of a file that follows its offset.
   *
   * @param onProgress gets how many bytes of the piece have been sent
   * @returns the offset afterwards
   */
  send: (
    at: Standing,
    piece: Blob,
    options: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ) => Promise<number>;
  /** Has a complete upload checked, and gives it its name. */
  finish: (id: string, signal: AbortSignal) => Promise<ContentFile>;
  discard: (id: string) => Promise<void>;
};

/** The protocol that the gateway speaks. Source: tus.io/protocols/resumable-upload. */
const TUS = { "Tus-Resumable": "1.0.0" };
/** A connection without progress for this long counts as lost, in milliseconds. */
const STALLED_MS = 60_000;
/** Longest time that a check takes: it reads the whole file. In milliseconds. */
const CHECK_TIMEOUT_MS = 180_000;
const PATH = "content/uploads";

export function createOwnFiles(accessToken: AccessToken): OwnFiles {
  async function list(folder: FileFolder, signal?: AbortSignal): Promise<ContentUploads> {
    return fetchAdmin(`${PATH}?folder=${folder}`, await accessToken(), signal && { signal });
  }

  async function findOffset(id: string, signal: AbortSignal): Promise<number | undefined> {
    const request = { method: "HEAD", headers: TUS, signal };
    try {
      const response = await callAdmin(`${PATH}/${id}`, await accessToken(), request);
      return Number(response.headers.get("Upload-Offset"));
    } catch (error) {
      if (error instanceof AdminRequestError && error.status === 404) return undefined;
      throw error;
    }
  }

  return {
    list,
    async begin(folder, file, signal) {
      const known = (await list(folder, signal)).unfinished.find((one) => isOf(file, one));
      const offset = known && (await findOffset(known.id, signal));
      if (known && offset !== undefined) return { id: known.id, offset };
      const { headers } = await callAdmin(PATH, await accessToken(), {
        method: "POST",
        headers: {
          ...TUS,
          "Upload-Length": String(file.size),
          "Upload-Metadata": toMetadata({ folder, filename: file.name, modified: String(file.lastModified) }),
        },
        signal,
      });
      return { id: headers.get("Location")?.split("/").at(-1) ?? "", offset: 0 };
    },
    async send({ id, offset }, piece, { signal, onProgress }) {
      const token = await accessToken();
      signal.throwIfAborted();
      // Unlike `fetch`, this reports how much of the body has been sent.
      const request = new XMLHttpRequest();
      request.open("PATCH", `/admin/api/${PATH}/${id}`);
      const headers = {
        ...TUS,
        Authorization: `Bearer ${token}`,
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
      };
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      const stop = () => request.abort();
      let stalled = setTimeout(stop, STALLED_MS);
      request.upload.addEventListener("progress", ({ loaded }) => {
        clearTimeout(stalled);
        stalled = setTimeout(stop, STALLED_MS);
        onProgress(loaded);
      });
      signal.addEventListener("abort", stop);
      try {
        await new Promise<void>((resolve, reject) => {
          request.addEventListener("load", () => resolve());
          request.addEventListener("error", () => reject(new Error("The gateway could not be reached")));
          request.addEventListener("abort", () => reject(signal.reason ?? new Error("The connection is lost")));
          request.send(piece);
        });
      } finally {
        clearTimeout(stalled);
        signal.removeEventListener("abort", stop);
      }
      if (request.status === 204) return Number(request.getResponseHeader("Upload-Offset"));
      throw new AdminRequestError(request.status, readErrorBody(parseJson(request.responseText), request.status));
    },
    finish: async (id, signal) =>
      fetchAdmin(`${PATH}/${id}/file`, await accessToken(), { method: "POST", signal, timeoutMs: CHECK_TIMEOUT_MS }),
    async discard(id) {
      try {
        await callAdmin(`${PATH}/${id}`, await accessToken(), { method: "DELETE", headers: TUS });
      } catch (error) {
        if (!(error instanceof AdminRequestError && error.status === 404)) throw error;
      }
    },
  };
}

/** Whether an upload is of this file. */
function isOf(file: File, { name, size, modified }: UnfinishedUpload): boolean {
  return name === file.name && size === file.size && modified === String(file.lastModified);
}

/** Writes `Upload-Metadata`: pairs of a key and a value in Base64. */
function toMetadata(pairs: Record<string, string>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(",");
}
