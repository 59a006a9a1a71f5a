import { FRAME_EMAIL, FRAME_TEXTS } from "@porchlight/protocol/empty-frame.ts";
import { type MouseEvent, useState } from "react";
import { MarkdownField } from "../../shared/markdown/markdown-field.tsx";
import { folderOfPictures } from "../fields/own-pictures.ts";
import { PictureField } from "../fields/picture-field.tsx";
import { FileField } from "../uploads/file-field.tsx";
import { Select } from "./choice-fields.tsx";
import { codesFor } from "./codes.ts";
import type { Widget } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { type FieldProps, Labelled, Problem } from "./labelled.tsx";
import { fieldId, isStillAt } from "./paths.ts";
import type { JsonSchema } from "./schema.ts";
import { withPoint } from "./variants-field.tsx";

/** Inputs of the browser, and the texts that they can show. Any other text is shown as it is. */
const INPUTS: Readonly<Partial<Record<Widget, { type: string; shows: RegExp }>>> = {
  email: { type: "email", shows: /^/ },
  date: { type: "date", shows: /^(\d{4}-\d{2}-\d{2})?$/ },
  time: { type: "time", shows: /^(\d{2}:\d{2})?$/ },
  datetime: { type: "datetime-local", shows: /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})?$/ },
};

/** What the owner replaces as a whole, so that a click selects it. */
const FRAME_WORDS: ReadonlySet<string> = new Set([...Object.values(FRAME_TEXTS), FRAME_EMAIL, `mailto:${FRAME_EMAIL}`]);

/** A text, a number, a day, a colour, or the name of a picture or a file. */
export function TextField(props: FieldProps) {
  const { file, value: whole, getValue, uploads, edit, isReadOnly } = useForm();
  const { schema, value, path, isRequired, field } = props;
  // While the owner types, no new problem appears.
  const [isTyping, setTyping] = useState(false);
  const id = fieldId(path);
  const text = value === undefined || value === null ? "" : String(value);
  const isToFill = FRAME_WORDS.has(text);
  const problem = isTyping || isToFill ? undefined : props.problem;
  // A text of several lines keeps its large field while the owner removes the last line break.
  const [isLong] = useState(field.widget === "long" || text.includes("\n"));
  const change = (typed: string) => {
    // Leaving the field completes an address.
    if (field.widget === "url" || field.widget === "contact" || field.widget === "email") setTyping(true);
    const next = field.widget === "number" ? withPoint(typed) : typed;
    edit(next === "" && !isRequired ? { path, remove: true } : { path, set: next });
  };
  if (field.widget === "cover" || field.widget === "logo" || field.widget === "icon") {
    return (
      <div className="form-field" id={id} tabIndex={-1} data-invalid={problem !== undefined || undefined}>
        <PictureField
          label={field.label}
          hint={schema.description}
          isOptional={!isRequired}
          folder={folderOfPictures(file)}
          by="file"
          place={file.startsWith("store/") ? "product" : field.widget}
          isReadOnly={isReadOnly}
          value={text === "" ? {} : { file: text }}
          onChange={(next) => isStillAt(getValue(), path, value) && change(next.file ?? "")}
        />
        {problem !== undefined && <p className="form-problem">{problem}</p>}
      </div>
    );
  }
  if (field.widget === "music" || field.widget === "press") {
    return (
      <div className="form-field" id={id} tabIndex={-1} data-invalid={problem !== undefined || undefined}>
        <FileField
          label={field.label}
          hint={schema.description}
          folder={field.widget}
          value={text}
          target={{ file, path }}
          whole={whole}
          uploads={uploads}
          isRequired={isRequired}
          isReadOnly={isReadOnly}
          onChange={(next) => change(next ?? "")}
        />
        <Problem id={id} problem={problem} />
      </div>
    );
  }
  if (field.widget === "markdown") {
    return (
      <div className="form-field" data-invalid={problem !== undefined || undefined}>
        <MarkdownField
          id={id}
          label={field.label}
          value={text}
          onChange={(typed) => edit({ path, set: typed })}
          describedBy={problem === undefined ? undefined : `${id}-problem`}
          isReadOnly={isReadOnly}
        />
        <Problem id={id} problem={problem} />
      </div>
    );
  }
  const choices = codesFor(field.widget);
  if (choices) return <Select {...props} choices={choices} />;
  const input = field.widget && INPUTS[field.widget];
  const native = input?.shows.test(text) ? input.type : "text";
  return (
    <Labelled {...props} problem={problem} isToFill={isToFill}>
      {(described) => {
        const control = {
          id,
          className: "field",
          value: native === "datetime-local" ? text.replace(" ", "T") : text,
          readOnly: isReadOnly,
          placeholder: exampleOf(schema),
          "aria-invalid": problem !== undefined || undefined,
          "aria-describedby": described,
          onFocus: () => setTyping(props.problem === undefined),
          onBlur: () => setTyping(false),
          onClick({ currentTarget }: MouseEvent<HTMLInputElement | HTMLTextAreaElement>) {
            if (isToFill) currentTarget.select();
          },
        };
        if (isLong) {
          return (
            <textarea
              {...control}
              rows={Math.min(12, Math.max(2, Math.ceil(text.length / 60) + text.split("\n").length - 1))}
              onChange={(event) => change(event.target.value)}
            />
          );
        }
        return (
          <div className="form-control">
            {field.widget === "colour" && (
              <input
                type="color"
                className="form-colour"
                aria-label={field.label}
                value={/^#[0-9a-f]{6}$/i.test(text) ? text : String(schema.default ?? "#000000")}
                disabled={isReadOnly}
                onChange={(event) => change(event.target.value)}
              />
            )}
            <input
              {...control}
              type={native}
              inputMode={field.widget === "number" ? "decimal" : field.widget === "url" ? "url" : undefined}
              data-widget={field.widget}
              onChange={({ target }) =>
                change(native === "datetime-local" ? target.value.replace("T", " ") : target.value)
              }
            />
          </div>
        );
      }}
    </Labelled>
  );
}

/** The placeholder of an empty field: the default value, or an example. */
function exampleOf({ default: usual, examples }: JsonSchema): string | undefined {
  const example = usual ?? examples?.[0];
  return typeof example === "string" || typeof example === "number" ? String(example) : undefined;
}
