import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { extname, join } from "node:path";
import {
  type ContentFile,
  type ContentUploads,
  FILE_FOLDERS,
  type FileFolder,
  MAX_FILE_BYTES,
  type UnfinishedUpload,
  UPLOAD_CHUNK_BYTES,
} from "@porchlight/protocol/content-editing.ts";
import * as v from "valibot";
import { listFolder } from "../../content/file-names.ts";
import { isPressFile } from "../../content/press.ts";
import { isRecording } from "../../content/releases-file.ts";
import { freeBytes, moveIntoPlace, sync } from "../../data/files.ts";
import { createSingleFlight } from "../../lib/single-flight.ts";
import { moveToFreeName } from "../uploads/free-name.ts";
import { type FreeBytes, hasRoom, isFull } from "../uploads/receive-file.ts";
import { inspectFile } from "./inspect-file.ts";

/** Folder of unfinished uploads, in the folder that gets the file: on the same disk, a file is moved in one step. */
const UNFINISHED = ".uploads";
/** How much of a body may be written before it is made safe on the disk, in bytes. */
const SYNC_EVERY_BYTES = 1024 * 1024;
/** How much of a body is still read after a failure, in bytes: as much as the dashboard sends in one piece. */
const DISCARDED_BYTES = UPLOAD_CHUNK_BYTES;
/** Maximum number of uploads that are not finished. */
const MAX_UNFINISHED = 20;
/** How long an upload may be continued after its last byte, in milliseconds. */
export const UPLOAD_STAYS_MS = 7 * 24 * 60 * 60_000;
/** Names of files whose own name has no letter or digit. */
const NAMELESS: Readonly<Record<FileFolder, string>> = { music: "recording", press: "file" };

const ACCEPTS: Readonly<Record<FileFolder, (name: string) => boolean>> = { music: isRecording, press: isPressFile };

/** Why a file is not stored. `unusable`: it is not what its ending says; `detail` says more, after "it". */
export type FileFailure =
  | "too-large"
  | "too-many"
  | "unknown-format"
  | "disk-full"
  | "incomplete"
  | "too-long"
  | "unusable";

/** A file that is not stored, for a reason that the owner can act on. */
export class FileUploadError extends Error {
  override readonly name = "FileUploadError";
  readonly reason: FileFailure;
  readonly detail: string | undefined;

  constructor(reason: FileFailure, { detail, ...options }: ErrorOptions & { detail?: string } = {}) {
    super(`The file was not stored: ${reason}`, options);
    this.reason = reason;
    this.detail = detail;
  }
}

/** A file that is about to arrive. `modified` is the time of its last change, as the owner's computer has it. */
type NewUpload = { folder: FileFolder; name: string; size: number; modified?: string };

/** An upload. `expires`: when it is deleted, unless it continues. */
type Upload = UnfinishedUpload & { folder: FileFolder; expires: Date };

/** Uploads of files that are used as they are. They survive lost connections, restarts and power cuts. */
export interface FileUploads {
  /** @throws {FileUploadError} if it cannot be stored */
  create(upload: NewUpload): Promise<Upload>;
  /**
   * Finds an upload. Ends a request that still writes to it, because its client has come back on another connection.
   */
  find(id: string): Promise<Upload | undefined>;
  /**
   * Appends a body. If the connection is lost, the bytes that have arrived stay.
   *
   * @returns the offset afterwards; undefined if the upload is at another offset
   * @throws {FileUploadError} if the disk is full: then the upload is deleted
   */
  append(id: string, offset: number, body: ReadableStream<Uint8Array> | null): Promise<number | undefined>;
  /** @returns whether there was such an upload */
  remove(id: string): Promise<boolean>;
  /**
   * Inspects a complete upload and gives it a free name in its folder. Repeating it returns the same file.
   *
   * @returns undefined if there is no such upload
   * @throws {FileUploadError} if it cannot be used: then the upload is deleted
   */
  store(id: string): Promise<ContentFile | undefined>;
  list(folder: FileFolder): ContentUploads;
  /** Deletes uploads that nobody has continued for {@link UPLOAD_STAYS_MS}. */
  deleteExpired(): void;
}

type Options = { contentDir: string; clock: () => Date; free?: FreeBytes; openFile?: typeof open };

/** The contents of the file that describes an upload. `stored`: the name that it got. */
const InfoSchema = v.object({
  name: v.string(),
  size: v.number(),
  modified: v.exactOptional(v.string()),
  stored: v.exactOptional(v.string()),
});
type Info = v.InferOutput<typeof InfoSchema>;
type Found = { id: string; folder: FileFolder; info: Info; path: string; infoPath: string; offset: number };
type Writer = { stop: () => Promise<void> };

const ID = /^[0-9a-f-]{36}$/;
/** The names of an upload's files begin with its id. */
const ID_LENGTH = 36;

/** Creates the uploads of a content folder. */
export function createFileUploads({ contentDir, clock, free = freeBytes, openFile = open }: Options): FileUploads {
  const writers = new Map<string, Writer>();
  const storing = createSingleFlight<ContentFile | undefined>();
  const placeOf = (folder: FileFolder) => join(contentDir, folder, UNFINISHED);

  function read(folder: FileFolder, id: string): Found | undefined {
    const infoPath = join(placeOf(folder), `${id}.json`);
    try {
      const info = v.parse(InfoSchema, JSON.parse(readFileSync(infoPath, "utf8")));
      // It has its ending from the beginning, because the ending of a recording says how to read it.
      const path = join(placeOf(folder), `${id}${extname(info.name).toLowerCase()}`);
      const found = statSync(path, { throwIfNoEntry: false });
      // The size of the file is the offset: a file system lets it grow once the bytes are on the disk.
      if (found || info.stored !== undefined)
        return { id, folder, info, path, infoPath, offset: found?.size ?? info.size };
    } catch {
      // It is gone, or a crash left half of it.
    }
    return undefined;
  }

  function findNow(id: string): Found | undefined {
    if (!ID.test(id)) return undefined;
    for (const folder of FILE_FOLDERS) {
      const found = read(folder, id);
      if (found) return found;
    }
    return undefined;
  }

  function listUnfinished(folder: FileFolder): Found[] {
    const ids = listFolder(placeOf(folder)).flatMap((name) => (name.endsWith(".json") ? name.slice(0, -5) : []));
    return ids.flatMap((id) => read(folder, id) ?? []).filter(({ info }) => info.stored === undefined);
  }

  /** Waits until nothing writes to an upload any more. */
  async function stopWriting(id: string): Promise<void> {
    for (let writer = writers.get(id); writer; writer = writers.get(id)) await writer.stop();
  }

  function removeFiles({ path, infoPath }: Pick<Found, "path" | "infoPath">): void {
    for (const one of [infoPath, path]) rmSync(one, { force: true });
  }

  function toUpload({ id, folder, info, offset }: Found): Upload {
    return { ...toUnfinished({ id, info, offset }), folder, expires: new Date(clock().getTime() + UPLOAD_STAYS_MS) };
  }

  function deleteExpired(): void {
    const now = clock().getTime();
    for (const folder of FILE_FOLDERS) {
      const place = placeOf(folder);
      const times = new Map<string, number>();
      const names = listFolder(place);
      for (const name of names) {
        const id = name.slice(0, ID_LENGTH);
        const changed = statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs ?? now;
        times.set(id, Math.max(changed, times.get(id) ?? 0));
      }
      for (const name of names) {
        const id = name.slice(0, ID_LENGTH);
        const isOld = now - (times.get(id) ?? now) > UPLOAD_STAYS_MS;
        if (isOld && !writers.has(id)) rmSync(join(place, name), { force: true });
      }
    }
  }

  /** Appends a body to what is there. */
  async function write(
    { path, info, offset }: Found,
    reader: ReadableStreamDefaultReader<Uint8Array>,
  ): Promise<number> {
    const file = await openFile(path, "a");
    let at = offset;
    let synced = offset;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (at + value.length > info.size) throw new FileUploadError("too-long");
        if (at === synced && !hasRoom(join(path, ".."), 0, free)) throw new FileUploadError("disk-full");
        // Continues where the last piece ended.
        await file.writeFile(value);
        at += value.length;
        if (at - synced < SYNC_EVERY_BYTES) continue;
        await file.datasync();
        synced = at;
      }
      return at;
    } finally {
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
    }
  }

  return {
    deleteExpired,
    async create({ folder, name, size, modified }) {
      if (!ACCEPTS[folder](name)) throw new FileUploadError("unknown-format");
      if (size > MAX_FILE_BYTES) throw new FileUploadError("too-large");
      deleteExpired();
      const place = placeOf(folder);
      mkdirSync(place, { recursive: true });
      const unfinished = FILE_FOLDERS.flatMap(listUnfinished);
      if (unfinished.length >= MAX_UNFINISHED) throw new FileUploadError("too-many");
      // The other uploads need their room too.
      const promised = unfinished.reduce((sum, { info, offset }) => sum + info.size - offset, 0);
      if (!hasRoom(place, promised + size, free)) throw new FileUploadError("disk-full");
      const id = randomUUID();
      const info: Info = { name, size, ...(modified !== undefined && { modified }) };
      const path = join(place, `${id}${extname(name).toLowerCase()}`);
      const infoPath = join(place, `${id}.json`);
      try {
        closeSync(openSync(path, "wx"));
        writeFileSync(infoPath, JSON.stringify(info));
        sync(infoPath);
        sync(place);
      } catch (error) {
        removeFiles({ path, infoPath });
        throw isFull(error) ? new FileUploadError("disk-full", { cause: error }) : error;
      }
      return toUpload({ id, folder, info, path, infoPath, offset: 0 });
    },
    async find(id) {
      await stopWriting(id);
      const found = findNow(id);
      return found && toUpload(found);
    },
    async append(id, offset, body) {
      await stopWriting(id);
      const found = findNow(id);
      if (found?.offset !== offset) return undefined;
      if (!body || found.info.stored !== undefined) return offset;
      const reader = body.getReader();
      const writing = write(found, reader);
      const ended = writing.then(
        () => {},
        () => {},
      );
      writers.set(id, {
        async stop() {
          await reader.cancel().catch(() => {});
          await ended;
        },
      });
      try {
        return await writing;
      } catch (error) {
        await discardRest(reader);
        const isDiskFull = isFull(error) || (error instanceof FileUploadError && error.reason === "disk-full");
        if (!isDiskFull) throw error;
        removeFiles(found);
        throw error instanceof FileUploadError ? error : new FileUploadError("disk-full", { cause: error });
      } finally {
        writers.delete(id);
      }
    },
    async remove(id) {
      await stopWriting(id);
      const found = findNow(id);
      if (found) removeFiles(found);
      return found !== undefined;
    },
    store: (id) =>
      storing.run(id, async () => {
        await stopWriting(id);
        const found = findNow(id);
        if (!found) return undefined;
        const { info, path, infoPath, folder, offset } = found;
        if (info.stored !== undefined) return { file: info.stored, size: info.size };
        if (offset < info.size) throw new FileUploadError("incomplete");
        const detail = await inspectFile(path);
        if (detail !== undefined) {
          removeFiles(found);
          throw new FileUploadError("unusable", { detail });
        }
        const stored = moveToFreeName(path, {
          folder: join(contentDir, folder),
          name: info.name,
          nameless: NAMELESS[folder],
          ending: extname(path).slice(1),
          // A release's cover has the same name as its recording.
          ...(folder === "music" && { isRival: isRecording }),
        });
        const partial = `${infoPath}.partial`;
        writeFileSync(partial, JSON.stringify({ ...info, stored } satisfies Info));
        moveIntoPlace(partial, infoPath);
        return { file: stored, size: info.size };
      }),
    list(folder) {
      const path = join(contentDir, folder);
      const names = listFolder(path, { recursive: true }).filter(
        (name) => ACCEPTS[folder](name) && !/(^|\/)\./.test(name),
      );
      const files = names.flatMap((file): ContentFile[] => {
        const found = statSync(join(path, file), { throwIfNoEntry: false });
        return found?.isFile() ? [{ file: file.normalize("NFC"), size: found.size }] : [];
      });
      return {
        files: files.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
        unfinished: listUnfinished(folder).map(toUnfinished),
      };
    },
  };
}

/** Reads what a client is still sending, because a client reads the response only after it has sent its piece. */
async function discardRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let bytes = 0; bytes < DISCARDED_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
  } catch {
    // The client has disconnected.
  }
}

function toUnfinished({ id, info, offset }: Pick<Found, "id" | "info" | "offset">): UnfinishedUpload {
  const { stored: _stored, ...shown } = info;
  return { id, ...shown, offset };
}
