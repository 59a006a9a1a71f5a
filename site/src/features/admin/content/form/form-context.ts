import type {
  ContentEdit,
  EditableFile,
  FieldProblem,
  FileValue,
  ValuePath,
} from "@porchlight/protocol/content-editing.ts";
import { createContext, useContext } from "react";
import type { FileUploads } from "../uploads/file-uploads.ts";

/** What every field of a form needs. */
type FormState = {
  file: EditableFile;
  /** The whole file. */
  value: FileValue;
  /** The whole file at this moment, also after the form was left. */
  getValue: () => FileValue;
  /** The shop's rules, in a form that needs them. */
  shop: FileValue | undefined;
  problems: readonly FieldProblem[];
  isReadOnly: boolean;
  /** The site's language, in which dates are written. */
  language: string;
  /** Whether this item was just added. */
  isNew: (path: ValuePath) => boolean;
  uploads: FileUploads;
  edit: (edit: ContentEdit) => void;
  /** Opens an item of a list, which may be one that was just added. */
  open: (path: ValuePath, isNew?: boolean) => void;
  /** Shows a message, also to screen readers. With `undo`, it has an Undo button. */
  announce: (message: string, undo?: () => void) => void;
};

export const FormContext = createContext<FormState | undefined>(undefined);

/** @throws {Error} outside of a form */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormContext");
  return form;
}
