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

/** What a form shows of a file: what the gateway has, with the edits that are still on their way. */
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
  /** Decides a clash. */
  choose(clash: Clash, side: "mine" | "theirs"): void;
  /** Sends what is not stored yet, at once. */
  flush(): void;
  settle(): Promise<boolean>;
  isWaiting(): boolean;
}

/** All files that were opened since the tab opened. Their edits outlive the forms. */
export interface EditedFiles {
  open(file: EditableFile, signal: AbortSignal): Promise<EditedFile>;
  /** The value of a file as it was typed; undefined if the file was not opened. */
  valueOf(file: EditableFile): FileValue | undefined;
  /** How the edits of all files stand together. */
  getState(): SaveState;
  /** Calls back after each change of a file or a state. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void;
  flush(): void;
  /** Sends everything, and returns whether the gateway has it. */
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
          // What was typed while the request was under way belongs to it.
          const mine = valueAt(shown.value, one.path) ?? one.mine;
          return mine === undefined ? one : { ...one, mine };
        });
        for (const one of clashes) ours.add(one);
        show(toShown({ ...clash, clashes }, waiting));
      },
      onRefused: (error) => console.warn("An edit could not be saved", error),
    });
    /** Clashes that the gateway does not know: it only refused an edit. */
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
      // What is not stored yet is nowhere else.
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

/** Whether a value is the other one, or a part of it. */
function isSameValue(one: ValuePath, other: ValuePath): boolean {
  return startsWith(one, other) || startsWith(other, one);
}
