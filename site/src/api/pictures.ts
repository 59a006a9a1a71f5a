import type { ContentPicture, ContentPictures, PictureFolder } from "@porchlight/protocol/content-editing.ts";
import type { AccessToken } from "./access.ts";
import { AdminRequestError, fetchAdmin, parseJson, readErrorBody } from "./admin.ts";

/** The pictures of the owner's folders. The calls throw as `callAdmin` does. */
export type OwnPictures = {
  list: (folder: PictureFolder, signal?: AbortSignal) => Promise<ContentPicture[]>;
  /**
   * Uploads a picture under a free name.
   *
   * @param onProgress gets the part that has arrived, from 0 to 1
   */
  upload: (
    folder: PictureFolder,
    file: File,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ) => Promise<ContentPicture>;
};

/** @param isDrawing whether they are for a logo or an icon */
export function createOwnPictures(accessToken: AccessToken, isDrawing = false): OwnPictures {
  const kind = isDrawing ? "&kind=drawing" : "";
  return {
    async list(folder, signal) {
      const path = `content/pictures?folder=${folder}${kind}`;
      const { pictures } = await fetchAdmin<ContentPictures>(path, await accessToken(), signal && { signal });
      return pictures;
    },
    async upload(folder, file, { signal, onProgress }) {
      const token = await accessToken();
      signal.throwIfAborted();
      // Unlike `fetch`, this reports how much of the body has been sent.
      const request = new XMLHttpRequest();
      request.open("POST", `/admin/api/content/pictures?folder=${folder}${kind}&name=${encodeURIComponent(file.name)}`);
      request.setRequestHeader("Authorization", `Bearer ${token}`);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      await new Promise<void>((resolve, reject) => {
        request.addEventListener("load", () => resolve());
        request.addEventListener("error", () => reject(new Error("The gateway could not be reached")));
        request.addEventListener("abort", () => reject(signal.reason));
        signal.addEventListener("abort", () => request.abort(), { once: true });
        request.send(file);
      });
      const body = parseJson(request.responseText);
      // The type holds: gateway and site are from the same release.
      if (request.status === 201) return body as ContentPicture;
      throw new AdminRequestError(request.status, readErrorBody(body, request.status));
    },
  };
}
