import { useSyncExternalStore } from "react";
import { createContentEditing } from "../../../../api/content-editing.ts";
import { createOwnFiles } from "../../../../api/own-files.ts";
import type { AdminSession } from "../../shared/session.ts";
import { createFileUploads, type FileUpload, type FileUploads } from "./file-uploads.ts";
import type { NameOf } from "./follow-value.ts";

/** Uploads outlive the forms: they continue while the owner works on orders. */
const ofSessions = new WeakMap<AdminSession, FileUploads>();

/** The uploads of a session. */
export function fileUploadsOf(session: AdminSession, nameOf: NameOf): FileUploads {
  const known = ofSessions.get(session);
  if (known) return known;
  const { accessToken } = session;
  const uploads = createFileUploads({
    files: createOwnFiles(accessToken),
    editing: createContentEditing(accessToken),
    session,
    nameOf,
  });
  ofSessions.set(session, uploads);
  return uploads;
}

/** The current uploads. */
export function useFileUploads(uploads: FileUploads): readonly FileUpload[] {
  return useSyncExternalStore(uploads.subscribe, uploads.getAll);
}
