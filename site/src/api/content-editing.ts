import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import type {
  ContentEdit,
  ContentFiles,
  ContentVersion,
  ContentVersions,
  DraftClash,
  EditableFile,
  EditClash,
  EditRequest,
  EditResponse,
  OpenedFile,
  OwnRequest,
  PreviewTicket,
  PublicationProblems,
} from "@porchlight/protocol/content-editing.ts";
import type { AccessToken } from "./access.ts";
import { AdminRequestError, callAdmin, fetchAdmin } from "./admin.ts";

/** The result of a publication, or of restoring a version. */
export type PublicationResult =
  | { ok: true; version: ContentVersion | undefined }
  | { ok: false; problems: PublicationProblems["files"] }
  | { ok: false; clash: EditableFile }
  | { ok: false; message: string };

/** Calls with which the owner edits the content. They throw as {@link callAdmin} does. */
export type ContentEditing = {
  files: (signal?: AbortSignal) => Promise<ContentFiles>;
  open: (file: EditableFile, signal?: AbortSignal) => Promise<OpenedFile>;
  edit: (
    file: EditableFile,
    base: string,
    edits: readonly ContentEdit[],
  ) => Promise<{ ok: true; now: EditResponse } | { ok: false; clash: EditClash }>;
  discard: (file: EditableFile) => Promise<void>;
  /** @param at when to publish; undefined: now */
  publish: (files?: readonly EditableFile[], at?: Date) => Promise<PublicationResult>;
  cancelSchedule: () => Promise<void>;
  versions: (before: number | null, signal: AbortSignal) => Promise<ContentVersions>;
  /** Restores files to their state after a version, or before it. */
  restore: (id: number, when: "restore" | "undo", files?: readonly string[]) => Promise<PublicationResult>;
  makeOwn: (from: OwnRequest["from"]) => Promise<void>;
  preview: (path: string) => Promise<PreviewTicket>;
};

/** Longest time that a publication takes: it checks every file. In milliseconds. */
const PUBLISH_TIMEOUT_MS = 60_000;
/** Longest body of a request that outlives the page, in characters: 64 KiB, of up to three bytes each. */
const MAX_KEEPALIVE_LENGTH = 20_000;

export function createContentEditing(accessToken: AccessToken): ContentEditing {
  const fetch = async <Result>(path: string, options?: Parameters<typeof callAdmin>[2]): Promise<Result> =>
    fetchAdmin(`content/${path}`, await accessToken(), options);
  const call = async (path: string, options?: Parameters<typeof callAdmin>[2]): Promise<Response> =>
    callAdmin(`content/${path}`, await accessToken(), options);
  const publishWith = async (path: string, body: object): Promise<PublicationResult> => {
    try {
      const response = await call(path, { method: "POST", body, timeoutMs: PUBLISH_TIMEOUT_MS });
      return { ok: true, version: response.status === 201 ? await response.json() : undefined };
    } catch (error) {
      if (!(error instanceof AdminRequestError)) throw error;
      // The type holds: gateway and site are from the same release.
      const reply = error.body as PublicationProblems | DraftClash | AdminApiError;
      if ("files" in reply) return { ok: false, problems: reply.files };
      if ("clashes" in reply) return { ok: false, clash: reply.file };
      if (error.status === 409 || error.status === 507) return { ok: false, message: error.message };
      throw error;
    }
  };

  return {
    files: (signal) => fetch("files", signal && { signal }),
    open: (file, signal) => fetch(`files/${file}`, signal && { signal }),
    async edit(file, base, edits) {
      try {
        const body: EditRequest = { base, edits };
        // An edit is sent as the owner leaves the page.
        const keepalive = JSON.stringify(body).length < MAX_KEEPALIVE_LENGTH;
        return { ok: true, now: await fetch(`files/${file}`, { method: "PATCH", body, keepalive }) };
      } catch (error) {
        if (!(error instanceof AdminRequestError && error.code === "clash")) throw error;
        return { ok: false, clash: error.body as EditClash };
      }
    },
    discard: async (file) => void (await call(`files/${file}/draft`, { method: "DELETE" })),
    publish: (files, at) =>
      publishWith("publications", { ...(files && { files }), ...(at && { at: at.toISOString() }) }),
    cancelSchedule: async () => void (await call("schedule", { method: "DELETE" })),
    versions: (before, signal) => fetch(`versions${before === null ? "" : `?before=${before}`}`, { signal }),
    restore: (id, when, files) => publishWith(`versions/${id}/${when}`, files ? { files } : {}),
    makeOwn: async (from) => void (await call("own", { method: "POST", body: { from } })),
    preview: (path) => fetch("preview", { method: "POST", body: { path } }),
  };
}
