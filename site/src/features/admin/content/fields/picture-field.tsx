import type { PictureFolder } from "@porchlight/protocol/content-editing.ts";
import { Field } from "../../shared/fields.tsx";

/** A picture that a file names: by `name`, without ending, or by `file`. */
export type PictureValue = { name?: string; file?: string; alt?: string; focus?: string };

/** Chooses a picture of the content folder. */
export function PictureField(props: {
  label: string;
  folder: PictureFolder;
  by: "name" | "file";
  value: PictureValue;
  onChange: (value: PictureValue) => void;
}) {
  const { label, by, value, onChange } = props;
  return <Field label={label} value={value[by] ?? ""} onChange={(typed) => onChange({ ...value, [by]: typed })} />;
}
