import type {
  Clash,
  ContentEdit,
  EditableFile,
  EditResponse,
  FieldProblem,
  FileValue,
  OpenedFile,
  ValuePath,
} from "@porchlight/protocol/content-editing.ts";
import { editValue, valueAt } from "@porchlight/protocol/content-values.ts";
import { isTransient } from "../../../api/access.ts";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { createSaveQueue, type SaveState } from "../shared/save-queue.ts";
import { isSamePath, startsWith } from "./form/paths.ts";
import type { JsonSchema } from "./form/schema.ts";

/** A file as a form shows it: the gateway's version, with the edits that are not stored yet. */
type ShownFile = {
  value: FileValue;
  problems: readonly FieldProblem[];
  clashes: readonly Clash[];
};

/** A file while it is being edited. */
export interface EditedFile {
  readonly schema: JsonSchema;
  getShown(): ShownFile;
  edit(edit: ContentEdit): void;
  /** Resolves a clash. */
  choose(clash: Clash, side: "mine" | "theirs"): void;
  /** Sends all edits that are not stored yet, at once. */
  flush(): void;
  settle(): Promise<boolean>;
  isWaiting(): boolean;
}

/** All files that were opened since the tab opened. Their edits outlive the forms. */
export interface EditedFiles {
  open(file: EditableFile, signal: AbortSignal): Promise<EditedFile>;
  /** The value of a file with everything typed; undefined if the file was not opened. */
  valueOf(file: EditableFile): FileValue | undefined;
  /** The state of the edits of all files together. */
  getState(): SaveState;
  /** Calls back after each change of a file or a state. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void;
  flush(): void;
  /** Sends all edits, and returns whether the gateway has stored them. */
  settle(): Promise<boolean>;
  isWaiting(): boolean;
}

const WORST_FIRST = ["refused", "retrying", "saving"] as const;

/** @param onStored called after each stored edit */
export function createEditedFiles(editing: Pick<ContentEditing, "open" | "edit">, onStored: () => void): EditedFiles {
  const files = new Map<EditableFile, EditedFile>();
  const states = new Map<EditableFile, SaveState>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function edited(file: EditableFile, opened: OpenedFile): EditedFile {
    let shown = toShown(opened, []);
    const show = (next: ShownFile) => {
      shown = next;
      tell();
    };
    const queue = createSaveQueue({
      revision: opened.revision,
      send: (base, edits: readonly ContentEdit[]) => editing.edit(file, base, edits),
      replaces: isSameField,
      isClashing: ({ path }, { clashes }) => clashes.some((one) => isSameValue(one.path, path)),
      isTransient,
      onState(state) {
        states.set(file, state);
        tell();
      },
      onSaved(now, waiting) {
        show(toShown({ ...now, clashes: [...(now.clashes ?? []), ...shown.clashes.filter(isOurs)] }, waiting));
        onStored();
      },
      onClash(clash, waiting) {
        const clashes = clash.clashes.map((one): Clash => {
          // Includes what was typed while the request was running.
          const mine = valueAt(shown.value, one.path) ?? one.mine;
          return mine === undefined ? one : { ...one, mine };
        });
        for (const one of clashes) ours.add(one);
        show(toShown({ ...clash, clashes }, waiting));
      },
      onRefused: (error) => console.warn("An edit could not be saved", error),
    });
    /** Clashes that only this page knows: the gateway just refused an edit. */
    const ours = new WeakSet<Clash>();
    const isOurs = (clash: Clash) => ours.has(clash);

    function edit(change: ContentEdit): void {
      show({ ...shown, value: editValue(shown.value, change) });
      queue.push(change);
    }

    return {
      schema: opened.schema,
      getShown: () => shown,
      edit,
      choose(clash, side) {
        const chosen = clash[side];
        show({ ...shown, clashes: shown.clashes.filter(({ path }) => !isSamePath(path, clash.path)) });
        if (side === "theirs" && isOurs(clash)) return;
        edit(chosen === undefined ? { path: clash.path, remove: true } : { path: clash.path, set: chosen });
        queue.flush();
      },
      flush: queue.flush,
      settle: async () => (await queue.settle()) && shown.clashes.length === 0,
      isWaiting: () => queue.isWaiting() || shown.clashes.some(isOurs),
    };
  }

  return {
    async open(file, signal) {
      const before = files.get(file);
      // Edits that are not stored yet are only here.
      if (before?.isWaiting()) return before;
      const opened = await editing.open(file, signal);
      const now = edited(file, opened);
      files.set(file, now);
      states.set(file, "saved");
      tell();
      return now;
    },
    valueOf: (file) => files.get(file)?.getShown().value,
    getState: () => WORST_FIRST.find((state) => [...states.values()].includes(state)) ?? "saved",
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    flush() {
      for (const file of files.values()) file.flush();
    },
    async settle() {
      const stored = await Promise.all([...files.values()].map((file) => file.settle()));
      return stored.every(Boolean);
    },
    isWaiting: () => [...files.values()].some((file) => file.isWaiting()),
  };
}

function toShown(
  now: Pick<EditResponse, "value" | "problems" | "clashes">,
  waiting: readonly ContentEdit[],
): ShownFile {
  return { value: waiting.reduce<FileValue>(editValue, now.value), problems: now.problems, clashes: now.clashes ?? [] };
}

/** Whether both edits set the same value. */
function isSameField(one: ContentEdit, other: ContentEdit): boolean {
  return "set" in one && "set" in other && isSamePath(one.path, other.path);
}

/** Whether the paths lead to the same value, or one to a part of the other's. */
function isSameValue(one: ValuePath, other: ValuePath): boolean {
  return startsWith(one, other) || startsWith(other, one);
}
