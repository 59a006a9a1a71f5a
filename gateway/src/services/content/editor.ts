import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import {
  type Clash,
  type ContentEdit,
  type ContentFiles,
  type ContentVersion,
  type ContentVersions,
  EDITABLE_FILES,
  type EditableFile,
  type FieldProblem,
  type FileValue,
  type OpenedFile,
} from "@porchlight/protocol/content-editing.ts";
import { createDrafts, type EditResult, type Opened } from "../../content/drafts/drafts.ts";
import { type FileChange, hashText, readSource } from "../../content/drafts/texts.ts";
import { fileStamp } from "../../content/file-stamp.ts";
import { changeContent, explainNotWritable, NotWritableError } from "../../content/versions/publish.ts";
import { findState, findVersion, listVersions } from "../../content/versions/versions.ts";
import { readValue } from "../../content/write/apply-edits.ts";
import type { DataFile } from "../../data/data-file.ts";
import { readSchema } from "./schemas.ts";

/** The files beside the texts decide whether a picture is missing; the shop rules, whether a price is right. */
const MEDIA_FOLDERS = ["images", "music", "press", "store"];
const SHOP_RULES = "store/store.yaml";

/**
 * Finds what is wrong with a file that is about to be published. `read` reads the other files, as they will be. `value`
 * is that of the text.
 */
type InspectFile = (
  file: EditableFile,
  text: string | undefined,
  read: (file: EditableFile) => string | undefined,
  value: FileValue,
) => FieldProblem[];

/** What is known about a text. Reading a large one takes long. */
type Examined = { value: FileValue; problems: FieldProblem[] };

type EditorDeps = {
  contentDir: string;
  /** The content folder that ships with the program. */
  programContent: string;
  data: DataFile;
  inspect: InspectFile;
  /** Makes the site show the written files at once. */
  onPublished: () => void;
  clock: () => Date;
  /** Whether the clock can be trusted with a publication at its time. */
  isClockSettled: () => boolean;
};

const PRICES: EditableFile = "store/products.yaml";
/** Whether an unfinished draft of a file stays a draft while all others are published: the site is whole without it. */
const mayWait = (file: EditableFile) => file === "press.md";

/** The present state of a file, for the dashboard. */
type FileNow = Omit<OpenedFile, "schema" | "file">;

/** The result of a publication. */
export type Published =
  | { ok: true; version: ContentVersion | undefined }
  | { ok: false; reason: "invalid"; files: { file: EditableFile; problems: FieldProblem[] }[] }
  | { ok: false; reason: "clash"; file: EditableFile; clashes: readonly Clash[] }
  | { ok: false; reason: "not-writable"; message: string }
  | { ok: false; reason: "unknown-version" };

/** Edits of the content folder: drafts, publications and versions. */
export interface Editor {
  list(): Promise<ContentFiles>;
  open(file: EditableFile): Promise<OpenedFile>;
  /** @throws {EditError} if an edit does not fit the file */
  edit(
    file: EditableFile,
    base: string,
    edits: readonly ContentEdit[],
  ): Promise<{ ok: true; now: FileNow } | { ok: false; clashes: Clash[]; now: FileNow }>;
  discard(file: EditableFile): Promise<boolean>;
  /** The texts of all drafts; undefined for a file that a draft removes. */
  readDrafts(): Promise<FileChange[]>;
  /** @param files the files to publish; undefined: every draft */
  publish(by: string, files?: readonly EditableFile[]): Promise<Published>;
  /** Sets the time at which all drafts are published; undefined cancels it. */
  schedule(by: string, at: Date | undefined): Promise<void>;
  /** Publishes the drafts whose time has come. Has to be called regularly. */
  publishDue(): Promise<void>;
  versions(before?: number): ContentVersions;
  /** Restores files to their state right after a version, or right before it. */
  restore(
    by: string,
    to: { id: number; when: "after" | "before"; files?: readonly string[] | undefined },
  ): Promise<Published>;
}

/** Opens the editor of a content folder. */
export function createEditor(deps: EditorDeps): Editor {
  const { contentDir, programContent, data, inspect, onPublished, clock, isClockSettled } = deps;
  const drafts = createDrafts({ contentDir, data, clock });
  const isDemo = contentDir === programContent;
  let lastChange: Promise<unknown> = Promise.resolve();

  /** Changes the folder once the previous change has ended: two at a time would write the same files. */
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = lastChange.then(change);
    lastChange = done.catch(() => {});
    return done;
  }

  const readDisk = (file: EditableFile) => readSource(contentDir, file);
  /** Reads files as they will be once these drafts are published. */
  const readWith = (changes: readonly FileChange[]) => (file: EditableFile) => {
    const change = changes.find((one) => one.file === file);
    return change ? change.text : readDisk(file);
  };
  /** Reads the drafts, or a file in the folder if it has no draft. */
  const readDrafts = async () => {
    const opened = await Promise.all(drafts.list().map(({ file }) => drafts.open(file)));
    return opened.map(({ file, text }) => ({ file, text }));
  };

  const examined = new Map<EditableFile, { key: string; found: Examined }>();
  /** Reads and inspects a text; only if it, or something that it names, has changed since the last time. */
  function examine(
    file: EditableFile,
    text: string | undefined,
    read: (file: EditableFile) => string | undefined,
    media = stampMedia(contentDir),
  ): Examined {
    const rules = file === "store/products.yaml" ? hashText(read(SHOP_RULES)) : "";
    const key = `${hashText(text)} ${rules} ${media}`;
    const before = examined.get(file);
    if (before?.key === key) return before.found;
    const value = readValueOrNothing(file, text);
    const found = { value, problems: inspect(file, text, read, value) };
    examined.set(file, { key, found });
    return found;
  }

  async function toNow({ file, revision, text, isDraft, clashes }: Opened): Promise<FileNow> {
    return {
      revision,
      ...examine(file, text, readWith(await readDrafts())),
      isDraft,
      ...(clashes.length > 0 && { clashes }),
    };
  }

  async function write(
    by: string,
    reason: "published" | "restored",
    changes: readonly FileChange[],
  ): Promise<Published> {
    const read = readWith(changes);
    // The currency of the shop decides whether the prices can be read.
    const needsPrices = changes.some(({ file }) => file === "store/store.yaml");
    const checked = new Set([...changes.map(({ file }) => file), ...(needsPrices ? [PRICES] : [])]);
    const wrong = [...checked].flatMap((file) => {
      const { problems } = examine(file, read(file), read);
      return problems.length > 0 ? [{ file, problems }] : [];
    });
    if (wrong.length > 0) return { ok: false, reason: "invalid", files: wrong };
    try {
      const id = await changeContent({ contentDir, data, clock }, { reason, by, files: changes });
      onPublished();
      return { ok: true, version: id === undefined ? undefined : findVersion(data.read, id) };
    } catch (error) {
      if (!(error instanceof NotWritableError)) throw error;
      return { ok: false, reason: "not-writable", message: error.message };
    }
  }

  async function publish(by: string, files?: readonly EditableFile[]): Promise<Published> {
    const chosen = drafts.list().filter(({ file }) => files === undefined || files.includes(file));
    const opened = await Promise.all(chosen.map(({ file }) => drafts.open(file)));
    const clashing = opened.find(({ clashes }) => clashes.length > 0);
    if (clashing) return { ok: false, reason: "clash", file: clashing.file, clashes: clashing.clashes };
    const changes = opened.filter(({ isDraft }) => isDraft);
    const read = readWith(changes);
    const finished = changes.filter(
      (one) => !mayWait(one.file) || examine(one.file, one.text, read).problems.length === 0,
    );
    return write(by, "published", files === undefined && finished.length > 0 ? finished : changes);
  }

  const readSchedule = () =>
    data.read.get<{ publish_at: string; by: string; failure: string | null }>("SELECT * FROM content_schedule");

  return {
    async list() {
      const drafted = new Map(drafts.list().map((draft) => [draft.file, draft]));
      const read = readWith(await readDrafts());
      const media = stampMedia(contentDir);
      const schedule = readSchedule();
      const notWritable = isDemo ? undefined : explainNotWritable(contentDir);
      return {
        place: isDemo ? "demo" : "own",
        ...(notWritable !== undefined && { notWritable }),
        files: EDITABLE_FILES.map((file) => {
          const text = read(file);
          const draft = drafted.get(file);
          return {
            file,
            exists: text !== undefined,
            ...(draft && { draftSince: draft.beganAt }),
            problems: examine(file, text, read, media).problems,
          };
        }),
        ...(schedule && { publishAt: schedule.publish_at }),
        ...(schedule?.failure && { publishFailed: schedule.failure }),
      };
    },
    async open(file) {
      return { file, ...(await toNow(await drafts.open(file))), schema: readSchema(programContent, file) };
    },
    async edit(file, base, edits) {
      const result: EditResult = await drafts.edit(file, base, edits);
      const now = await toNow(result.opened);
      return result.ok ? { ok: true, now } : { ok: false, clashes: result.clashes, now };
    },
    discard: drafts.discard,
    readDrafts,
    publish: (by, files) => inTurn(() => publish(by, files)),
    async schedule(by, at) {
      await data.write((writer) => {
        writer.run("DELETE FROM content_schedule");
        if (at) writer.run("INSERT INTO content_schedule (id, publish_at, by) VALUES (1, ?, ?)", at.toISOString(), by);
      });
    },
    async publishDue() {
      const schedule = readSchedule();
      // Called in any case, because it compares the clocks regularly.
      if (!isClockSettled() || !schedule || schedule.failure !== null) return;
      if (Date.parse(schedule.publish_at) > clock().getTime()) return;
      const result = await inTurn(() => publish(schedule.by));
      await data.write((writer) =>
        result.ok
          ? writer.run("DELETE FROM content_schedule")
          : writer.run("UPDATE content_schedule SET failure = ?", explainFailure(result)),
      );
    },
    versions: (before) => listVersions(data.read, before),
    restore: (by, { id, when, files }) =>
      inTurn(async () => {
        if (!findVersion(data.read, id)) return { ok: false, reason: "unknown-version" };
        return write(by, "restored", findState(data.read, { id, when, files }));
      }),
  };
}

/** A text that changes when a picture or a recording is added or deleted. */
function stampMedia(contentDir: string): string {
  const folders = MEDIA_FOLDERS.flatMap((name) => [name, ...listFolders(contentDir, name)]);
  return folders.map((folder) => `${folder} ${fileStamp(join(contentDir, folder))}`).join("\n");
}

function listFolders(contentDir: string, name: string): string[] {
  const folder = join(contentDir, name);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(contentDir, join(entry.parentPath, entry.name)));
}

/** A file that somebody broke by hand has no value, and its problem says why. */
function readValueOrNothing(file: EditableFile, text: string | undefined): OpenedFile["value"] {
  try {
    return readValue(file, text);
  } catch {
    return null;
  }
}

function explainFailure(result: Extract<Published, { ok: false }>): string {
  switch (result.reason) {
    case "invalid":
      return `Something has to be corrected first: ${result.files.map(({ file }) => file).join(", ")}`;
    case "clash":
      return `${result.file} was also changed in the folder. Choose which text stays.`;
    case "not-writable":
      return result.message;
    case "unknown-version":
      return "There is no such version.";
  }
}
