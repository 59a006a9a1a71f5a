import type { ContentEdit, EditableFile, FieldProblem, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { createContext, useContext } from "react";

/** What every field of a form needs. */
export type FormState = {
  file: EditableFile;
  problems: readonly FieldProblem[];
  isReadOnly: boolean;
  edit: (edit: ContentEdit) => void;
  /** Opens an item of a list. */
  open: (path: ValuePath) => void;
  /** Tells screen readers, and everyone else for a moment; with a way back if there is one. */
  announce: (message: string, undo?: () => void) => void;
};

export const FormContext = createContext<FormState | undefined>(undefined);

/** @throws {Error} outside of a form */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormContext");
  return form;
}

export function isSamePath(one: ValuePath, other: ValuePath): boolean {
  return one.length === other.length && startsWith(one, other);
}

export function startsWith(path: ValuePath, beginning: ValuePath): boolean {
  return beginning.every((part, at) => part === path[at]);
}

/** Id of the field of a value, so that a problem can lead to it. */
export function fieldId(path: ValuePath): string {
  return `value-${path.join("-") || "all"}`;
}
