import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import type { ReactNode } from "react";
import * as words from "../words.ts";
import type { FieldWords } from "./field-words.ts";
import { fieldId } from "./paths.ts";
import type { JsonSchema } from "./schema.ts";

/** A value of a file, and where it is. */
export type ValueProps = {
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
  isRequired: boolean;
};

/** A value, the words of its field, and what is wrong with it. */
export type FieldProps = ValueProps & { field: FieldWords; problem: string | undefined };

type LabelledProps = FieldProps & {
  /** Whether the value is a word of the empty frame, which is no mistake of the owner's. */
  isToFill?: boolean;
  children: (described: string | undefined) => ReactNode;
};

/** Label, hint and problem around a control. */
export function Labelled({ schema, path, field, problem, isRequired, isToFill, children }: LabelledProps) {
  const id = fieldId(path);
  const hint = schema.description;
  const described = [hint === undefined ? [] : `${id}-hint`, problem === undefined ? [] : `${id}-problem`]
    .flat()
    .join(" ");
  return (
    <div className="form-field" data-invalid={problem !== undefined || undefined} data-path={JSON.stringify(path)}>
      <label className="form-label" htmlFor={id}>
        {field.label}
        {!isRequired && !field.isUsual && <span className="form-optional"> {words.form.optional}</span>}
        {isToFill && <span className="form-optional"> {words.form.toFill}</span>}
      </label>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(described || undefined)}
      <Problem id={id} problem={problem} />
    </div>
  );
}

/** What is wrong with a value. Its field names it by `{id}-problem`. */
export function Problem({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className="form-problem" id={`${id}-problem`}>
      {problem}
    </p>
  );
}
