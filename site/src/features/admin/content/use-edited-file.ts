import type {
  Clash,
  ContentEdit,
  EditableFile,
  EditResponse,
  FieldProblem,
  FileValue,
  OpenedFile,
} from "@porchlight/protocol/content-editing.ts";
import { editValue } from "@porchlight/protocol/content-values.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isTransient } from "../../../api/access.ts";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { createSaveQueue, type SaveQueue, type SaveState } from "./save-queue.ts";

/** A file while it is being edited. */
export type EditedFile = {
  value: FileValue;
  problems: readonly FieldProblem[];
  clashes: readonly Clash[];
  state: SaveState;
  edit: (edit: ContentEdit) => void;
  /** Sends what is not stored yet, at once. */
  flush: () => void;
};

/** The shown file: what the gateway has, with the edits that are still on their way. */
type Shown = { value: FileValue; problems: readonly FieldProblem[]; clashes: readonly Clash[] };

/** Keys of the queries that change with an edit. */
export const FILES_KEY = ["content-files"];
export const fileKey = (file: EditableFile) => ["content-file", file];

/** Opens a file. Each opening of its form reads it anew, and nothing replaces it while the owner types. */
export function useOpenedFile(editing: ContentEditing, file: EditableFile) {
  return useQuery({
    queryKey: fileKey(file),
    queryFn: ({ signal }) => editing.open(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Saves the edits of an opened file. */
export function useEdits(
  editing: ContentEditing,
  file: EditableFile,
  opened: OpenedFile,
  onSaved: () => void,
): EditedFile {
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>(() => toShown(opened));
  const [state, setState] = useState<SaveState>("saved");
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const queue = useRef<SaveQueue>(undefined);
  queue.current ??= createSaveQueue({
    revision: opened.revision,
    send: (base, edits) => editing.edit(file, base, edits),
    isTransient,
    onState: setState,
    onSaved(now, isLatest) {
      setShown((before) => (isLatest ? toShown(now) : { ...before, problems: now.problems }));
      queries.invalidateQueries({ queryKey: FILES_KEY });
      saved.current();
    },
    onClash(clash) {
      setShown({ ...toShown(clash), clashes: clash.clashes });
    },
    onRefused(error) {
      console.warn("An edit could not be saved", error);
    },
  });

  useEffect(() => {
    const { current } = queue;
    const flush = () => current?.flush();
    const warn = (event: BeforeUnloadEvent) => {
      if (current?.isWaiting()) event.preventDefault();
    };
    addEventListener("pagehide", flush);
    addEventListener("beforeunload", warn);
    return () => {
      flush();
      removeEventListener("pagehide", flush);
      removeEventListener("beforeunload", warn);
    };
  }, []);

  return {
    ...shown,
    state,
    edit(edit) {
      setShown((before) => ({
        ...before,
        value: editValue(before.value, edit),
        clashes: before.clashes.filter(({ path }) => path.join("\n") !== edit.path.join("\n")),
      }));
      queue.current?.push(edit);
    },
    flush: () => queue.current?.flush(),
  };
}

function toShown({ value, problems, clashes = [] }: OpenedFile | EditResponse): Shown {
  return { value, problems, clashes };
}
