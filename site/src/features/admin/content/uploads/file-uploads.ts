import {
  type ContentEdit,
  type ContentFile,
  type EditableFile,
  type FileFolder,
  type FileValue,
  UPLOAD_CHUNK_BYTES,
  type ValuePath,
} from "@porchlight/protocol/content-editing.ts";
import { isSignInOver, isTransient } from "../../../../api/access.ts";
import { AdminRequestError } from "../../../../api/admin.ts";
import type { ContentEditing } from "../../../../api/content-editing.ts";
import type { OwnFiles } from "../../../../api/own-files.ts";
import { type AdminSession, SignedOut } from "../../shared/session.ts";
import { followWay, type Landmarks, type NameOf, rememberWay } from "./follow-value.ts";
import { file as words } from "./words.ts";

/** The value that gets the name of the uploaded file. */
export type UploadTarget = { file: EditableFile; path: ValuePath };

/**
 * An upload of this window. `sent` is in bytes.
 *
 * - `waiting` for the upload before it; `interrupted`: the connection is lost, and the upload continues by itself.
 * - `paused`: the owner continues it. `failed`: it will not work, and `message` says why.
 */
export type FileUpload = {
  readonly key: number;
  readonly folder: FileFolder;
  readonly name: string;
  readonly size: number;
  readonly target: UploadTarget;
  readonly sent: number;
} & (
  | { readonly step: "waiting" | "sending" | "interrupted" | "checking" | "paused" }
  | { readonly step: "failed"; readonly message: string }
  | { readonly step: "done"; readonly stored: string; readonly isNamed: boolean }
);

/** The form of a file, if one is open. */
type OpenForm = { getValue: () => FileValue; edit: (edit: ContentEdit) => void };

/** Uploads of recordings and press files. They go on while the owner opens other forms and other tabs. */
export interface FileUploads {
  getAll(): readonly FileUpload[];
  /** Calls back after each change. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void;
  /** @param value the whole file in which the target is */
  start(upload: { folder: FileFolder; file: File; target: UploadTarget; value: FileValue }): void;
  pause(key: number): void;
  resume(key: number): void;
  /** Ends an upload, and deletes what the gateway has of it. */
  cancel(key: number): void;
  /** Registers the form of a file, which then shows a new name at once. Returns a function that ends this. */
  attach(file: EditableFile, form: OpenForm): () => void;
}

type Deps = {
  files: OwnFiles;
  editing: Pick<ContentEditing, "open" | "edit">;
  session: Pick<AdminSession, "onRejected">;
  nameOf: NameOf;
  /** Waits before another attempt. Ends early with a signal. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Running = { upload: FileUpload; source: File; landmarks: Landmarks; id?: string; controller: AbortController };

/** Pauses between attempts, in milliseconds; the last one repeats. */
const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
/** Statuses after which the gateway has nothing of the upload: a file that cannot be used, and a full disk. */
const NOTHING_STAYS = [422, 507];
/** Failures after which an upload continues from its offset. */
const BEGINS_ANEW = ["wrong_offset", "not_found"];

export function createFileUploads({ files, editing, session, nameOf, wait = waitForLine }: Deps): FileUploads {
  let all: readonly Running[] = [];
  let shown: readonly FileUpload[] = [];
  let keys = 0;
  const listeners = new Set<() => void>();
  const forms = new Map<EditableFile, OpenForm>();

  function tell(): void {
    shown = all.map(({ upload }) => upload);
    for (const listener of listeners) listener();
  }

  function show(running: Running, change: Partial<FileUpload>): void {
    // The cast holds: each change has what its step needs.
    running.upload = { ...running.upload, ...change } as FileUpload;
    tell();
  }

  /** Files are sent one after another, so that each has the whole bandwidth. */
  function startNext(): void {
    if (all.some(({ upload }) => ["sending", "interrupted", "checking"].includes(upload.step))) return;
    const next = all.find(({ upload }) => upload.step === "waiting");
    if (next) void run(next);
  }

  async function run(running: Running): Promise<void> {
    const { controller } = running;
    const { signal } = controller;
    show(running, { step: "sending" });
    try {
      const stored = await uploadWhole(running, signal);
      if (signal.aborted) return;
      const isNamed = await nameFile(running, stored.file);
      show(running, { step: "done", stored: stored.file, isNamed, sent: running.upload.size });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof SignedOut || isSignInOver(error)) {
        if (!(error instanceof SignedOut)) session.onRejected();
        show(running, { step: "paused" });
        return;
      }
      const isKnown = error instanceof AdminRequestError && error.code !== "unknown" && error.status !== 500;
      if (!isKnown) console.warn("A file could not be uploaded", error);
      // The gateway has nothing of it any more.
      if (error instanceof AdminRequestError && NOTHING_STAYS.includes(error.status)) delete running.id;
      show(running, { step: "failed", message: isKnown ? error.message : words.failed });
    } finally {
      startNext();
    }
  }

  async function uploadWhole(running: Running, signal: AbortSignal): Promise<ContentFile> {
    const { source, upload } = running;
    for (let failures = 0; ; ) {
      try {
        const begun = await files.begin(upload.folder, source, signal);
        running.id = begun.id;
        for (let { offset } = begun; offset < source.size; ) {
          show(running, { step: "sending", sent: offset });
          const from = offset;
          offset = await files.send({ id: begun.id, offset }, source.slice(from, from + UPLOAD_CHUNK_BYTES), {
            signal,
            onProgress: (bytes) => show(running, { sent: Math.min(from + bytes, source.size) }),
          });
          failures = 0;
        }
        signal.throwIfAborted();
        show(running, { step: "checking", sent: source.size });
        return await files.finish(begun.id, signal);
      } catch (error) {
        if (signal.aborted || !canContinue(error)) throw error;
        show(running, { step: "interrupted" });
        await wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0, signal);
        signal.throwIfAborted();
        failures += 1;
      }
    }
  }

  /** Puts the name into the draft. @returns false if the value is gone */
  async function nameFile({ upload, landmarks }: Running, name: string): Promise<boolean> {
    const { file, path } = upload.target;
    const form = forms.get(file);
    if (form) {
      const at = followWay(form.getValue(), path, landmarks, nameOf);
      if (at) form.edit({ path: at, set: name });
      return at !== undefined;
    }
    const { value, revision } = await editing.open(file);
    const at = followWay(value, path, landmarks, nameOf);
    if (!at) return false;
    return (await editing.edit(file, revision, [{ path: at, set: name }])).ok;
  }

  const find = (key: number) => all.find(({ upload }) => upload.key === key);

  return {
    getAll: () => shown,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    start({ folder, file, target, value }) {
      keys += 1;
      const upload: FileUpload = {
        key: keys,
        folder,
        name: file.name,
        size: file.size,
        target,
        sent: 0,
        step: "waiting",
      };
      const landmarks = rememberWay(value, target.path, nameOf);
      const others = all.filter(({ upload: one }) => one.step !== "done" || !isSameTarget(one.target, target));
      all = [...others, { upload, source: file, landmarks, controller: new AbortController() }];
      tell();
      startNext();
    },
    pause(key) {
      const running = find(key);
      if (!running) return;
      running.controller.abort();
      show(running, { step: "paused" });
      startNext();
    },
    resume(key) {
      const running = find(key);
      if (!running) return;
      running.controller = new AbortController();
      show(running, { step: "waiting" });
      startNext();
    },
    cancel(key) {
      const running = find(key);
      if (!running) return;
      running.controller.abort();
      all = all.filter((one) => one !== running);
      tell();
      startNext();
      if (running.id === undefined || running.upload.step === "done") return;
      files.discard(running.id).then(tell, (error: unknown) => console.warn("An upload was not deleted", error));
    },
    attach(file, form) {
      forms.set(file, form);
      return () => {
        if (forms.get(file) === form) forms.delete(file);
      };
    },
  };
}

/** Whether two uploads are for the same value. */
export function isSameTarget(one: UploadTarget, other: UploadTarget): boolean {
  return one.file === other.file && one.path.join("\n") === other.path.join("\n");
}

/** Whether an upload continues after a failure: the connection was lost, or another request had continued it. */
function canContinue(error: unknown): boolean {
  if (error instanceof SignedOut) return false;
  if (error instanceof AdminRequestError && BEGINS_ANEW.includes(error.code)) return true;
  // A full disk stays full.
  return isTransient(error) && !(error instanceof AdminRequestError && error.status === 507);
}

/** Waits, but no longer than until the browser is online again. */
function waitForLine(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
