import type { Clash, FileValue, OpenedFile, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { valueAt } from "@porchlight/protocol/content-values.ts";
import { type Ref, useState } from "react";
import type { ContentEditing } from "../../../api/content-editing.ts";
import { LoadState } from "../shared/load-note.tsx";
import type { Area, AreaKey } from "./areas.ts";
import { ClashDialog } from "./clash-dialog.tsx";
import { withDerived } from "./form/derived.ts";
import { ITEM_WORDS } from "./form/field-words.ts";
import { FormContext } from "./form/form-context.ts";
import { titleIn } from "./form/list-field.tsx";
import { type JsonSchema, nameOfPath, schemaAt } from "./form/schema.ts";
import { ObjectFields, ValueField } from "./form/value-field.tsx";
import { useEdits, useOpenedFile } from "./use-edited-file.ts";
import * as words from "./words.ts";

type AreaFormProps = {
  editing: ContentEditing;
  area: Area & { key: AreaKey };
  /** The opened item of a list; empty: the area itself. */
  path: ValuePath;
  isReadOnly: boolean;
  heading: Ref<HTMLHeadingElement>;
  onOpen: (path: ValuePath) => void;
  onBack: () => void;
  onSaved: () => void;
};

/** The form of an area. */
export function AreaForm(props: AreaFormProps) {
  const query = useOpenedFile(props.editing, props.area.file);
  if (!query.data) return <LoadState query={query} failed={words.openFailed} />;
  return <OpenedForm {...props} opened={query.data} />;
}

type Announced = { message: string; undo: (() => void) | undefined };

function OpenedForm(props: AreaFormProps & { opened: OpenedFile }) {
  const { editing, area, path, isReadOnly, heading, opened, onOpen, onBack, onSaved } = props;
  const edited = useEdits(editing, area.file, opened, onSaved);
  const [announced, setAnnounced] = useState<Announced>();
  const { value, problems, clashes, state } = edited;

  const whole = toSchema(opened.schema);
  const item = path.length > 0 ? valueAt(value, path) : undefined;
  const itemSchema = schemaAt(whole, path);
  const isItem = item !== undefined && itemSchema !== undefined;
  const broken = value === null ? problems[0]?.message : undefined;
  const listName = nameOfPath(path);
  const title = isItem
    ? (titleIn(item) ?? words.list.unnamed(ITEM_WORDS[listName] ?? "", Number(path.at(-1)) + 1))
    : words.areas[area.key].name;

  return (
    <FormContext
      value={{
        file: area.file,
        problems,
        isReadOnly,
        edit: edited.edit,
        open: onOpen,
        announce: (message, undo) => setAnnounced({ message, undo }),
      }}
    >
      <div className="form-head">
        <button
          type="button"
          className="text-button"
          onClick={() => {
            edited.flush();
            if (isItem) onOpen(parentItemOf(path));
            else onBack();
          }}
        >
          ← {isItem ? words.up : words.back}
        </button>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="form-saved" role="status" data-state={state}>
          {words.save[state]}
        </p>
      </div>
      {broken !== undefined && (
        <p className="load-note" role="alert">
          {words.form.broken} {broken}
        </p>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          edited.flush();
        }}
        onBlur={(event) => {
          const path = event.target.closest<HTMLElement>("[data-path]")?.dataset.path;
          if (!isReadOnly && path !== undefined) {
            for (const edit of withDerived(area.file, value, JSON.parse(path))) edited.edit(edit);
          }
          edited.flush();
        }}
      >
        {value !== null &&
          (isItem ? (
            <ObjectFields schema={itemSchema} value={item} path={path} />
          ) : (
            <Whole schema={whole} value={value} area={area} />
          ))}
      </form>
      <div className="form-announced" role="status">
        {announced && (
          <p key={announced.message}>
            {announced.message}{" "}
            {announced.undo && (
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  announced.undo?.();
                  setAnnounced(undefined);
                }}
              >
                {words.list.undo}
              </button>
            )}
          </p>
        )}
      </div>
      {clashes.length > 0 && (
        <ClashDialog
          clashes={clashes}
          onChoose={(clash: Clash, chosen: "mine" | "theirs") => {
            const kept = clash[chosen];
            edited.edit(kept === undefined ? { path: clash.path, remove: true } : { path: clash.path, set: kept });
            edited.flush();
          }}
        />
      )}
    </FormContext>
  );
}

/** The fields of an area. A Markdown file has those of its front matter and its text. */
function Whole({ schema, value, area }: { schema: JsonSchema; value: FileValue; area: Area }) {
  const { front, body } = schema.properties ?? {};
  if (!area.file.endsWith(".md") || !front || !body) {
    return <ObjectFields schema={schema} value={value} path={[]} names={area.names} />;
  }
  return (
    <>
      <ValueField schema={body} value={valueAt(value, ["body"])} path={["body"]} isRequired />
      <ObjectFields schema={front} value={valueAt(value, ["front"])} path={["front"]} />
    </>
  );
}

/** The schema that came with the file. The type holds: gateway and site are from the same release. */
function toSchema(schema: object): JsonSchema {
  return schema as JsonSchema;
}

/** The item around an item, or the area: `products.2` of `products.2.variants.1`. */
function parentItemOf(path: ValuePath): ValuePath {
  const around = path.slice(0, -1);
  return around.slice(0, around.findLastIndex((part) => typeof part === "number") + 1);
}
