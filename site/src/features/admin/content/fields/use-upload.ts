import { type ContentPicture, MAX_PICTURE_BYTES, type PictureFolder } from "@porchlight/protocol/content-editing.ts";
import { useEffect, useRef, useState } from "react";
import { isSignInOver } from "../../../../api/access.ts";
import { AdminRequestError } from "../../../../api/admin.ts";
import type { OwnPictures } from "../../../../api/pictures.ts";
import { type AdminSession, SignedOut } from "../../shared/session.ts";
import * as words from "./words.ts";

/** An upload. `part` is how much has arrived, from 0 to 1. A failure that a retry may fix has its file. */
type Upload =
  | { step: "idle" }
  | { step: "sending"; source: File; part: number }
  | { step: "done"; source: File; file: string }
  | { step: "failed"; message: string; again?: File };

/** A browser that is about to leave the page asks the owner first. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Uploads one picture after another. An upload goes on when the field disappears, and its result is then a notice.
 *
 * @param onStored gets each stored picture
 */
export function useUpload(deps: {
  pictures: OwnPictures;
  session: Pick<AdminSession, "onRejected">;
  notify: (type: "success" | "error", message: string) => void;
  folder: PictureFolder;
  onStored: (picture: ContentPicture) => void;
}): { upload: Upload; start: (file: File) => void; cancel: () => void } {
  const { pictures, session, notify, folder, onStored } = deps;
  const [upload, setUpload] = useState<Upload>({ step: "idle" });
  const running = useRef<AbortController>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  /** The callback of the last render, which knows what was typed meanwhile. */
  const lastOnStored = useRef(onStored);
  useEffect(() => {
    lastOnStored.current = onStored;
  });

  async function start(file: File): Promise<void> {
    running.current?.abort();
    if (file.type !== "" && !file.type.startsWith("image/")) {
      return setUpload({ step: "failed", message: words.picture.notAPicture });
    }
    if (file.size > MAX_PICTURE_BYTES) return setUpload({ step: "failed", message: words.picture.tooLarge });
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const onProgress = (part: number) => {
      if (!signal.aborted) setUpload({ step: "sending", source: file, part });
    };
    onProgress(0);
    addEventListener("beforeunload", askFirst);
    try {
      const picture = await pictures.upload(folder, file, { signal, onProgress });
      if (signal.aborted) return;
      setUpload({ step: "done", source: file, file: picture.file });
      lastOnStored.current(picture);
      if (!isShown.current) notify("success", words.picture.uploaded(picture.file));
    } catch (error) {
      if (signal.aborted) return;
      const failed = explain(error, file);
      setUpload(failed);
      if (!isShown.current && failed.step === "failed") notify("error", failed.message);
    } finally {
      if (running.current === controller) removeEventListener("beforeunload", askFirst);
    }
  }

  function explain(error: unknown, file: File): Upload {
    if (error instanceof SignedOut) return { step: "idle" };
    if (isSignInOver(error)) {
      session.onRejected();
      return { step: "idle" };
    }
    // The gateway's own sentences say what to do.
    if (error instanceof AdminRequestError && error.code !== "unknown" && error.status !== 500) {
      return { step: "failed", message: error.message };
    }
    console.warn("A picture could not be uploaded", error);
    return { step: "failed", message: words.picture.uploadFailed, again: file };
  }

  return {
    upload,
    start: (file) => void start(file),
    cancel() {
      running.current?.abort();
      setUpload({ step: "idle" });
    },
  };
}
