import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isNamed } from "@porchlight/protocol/content-values.ts";
import { folderOfPictures } from "../fields/own-pictures.ts";
import { PictureField, type PictureValue } from "../fields/picture-field.tsx";
import { placeOf } from "../fields/picture-places.ts";
import { fieldWordsOf } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { fieldId, isSamePath, isStillAt } from "./paths.ts";
import { type JsonSchema, nameOfPath } from "./schema.ts";

/** The names of an object that is a picture. They share one field. */
export const PICTURE_NAMES = ["name", "file", "alt", "focus"];

/** How an object names a picture; undefined if it names none. */
export function pictureOf({ properties = {} }: JsonSchema): "name" | "file" | undefined {
  if (!("alt" in properties)) return undefined;
  return "file" in properties ? "file" : "name";
}

/** The picture of an object, with its description and its focus. */
export function PictureFields(props: {
  by: "name" | "file";
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
}) {
  const { file, getValue, edit, problems, isReadOnly, isNew } = useForm();
  const { by, value, path } = props;
  // The field itself asks for a description.
  const found = problems.filter(({ path: at }) => [by, "focus"].some((name) => isSamePath(at, [...path, name])));
  const shown = isNamed(value) ? (value as PictureValue) : {};
  return (
    <div className="form-field" id={fieldId([...path, by])} tabIndex={-1} data-invalid={found.length > 0 || undefined}>
      <PictureField
        label={fieldWordsOf(file, nameOfPath([...path, by]))?.label ?? by}
        folder={folderOfPictures(file)}
        by={by}
        place={placeOf(file, path)}
        altId={fieldId([...path, "alt"])}
        isReadOnly={isReadOnly}
        opensAtOnce={isNew(path)}
        value={shown}
        onChange={(next) => {
          if (!isStillAt(getValue(), path, value)) return;
          for (const name of PICTURE_NAMES) {
            const [before, after] = [shown[name as keyof PictureValue], next[name as keyof PictureValue]];
            if (before === after) continue;
            edit(after === undefined ? { path: [...path, name], remove: true } : { path: [...path, name], set: after });
          }
        }}
      />
      {found.map(({ message }) => (
        <p key={message} className="form-problem">
          {message}
        </p>
      ))}
    </div>
  );
}
