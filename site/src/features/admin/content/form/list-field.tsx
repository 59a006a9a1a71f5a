import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isList } from "@porchlight/protocol/content-values.ts";
import { type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { areas as AREA_WORDS } from "../../shared/area-words.ts";
import { areaOf } from "../../shared/areas.ts";
import * as words from "../words.ts";
import { AddSeveral } from "./add-several.tsx";
import { beginningOf, withoutReferences } from "./derived.ts";
import { type FieldWords, ITEM_WORDS, SEVERAL } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { ItemThumbnail } from "./item-thumbnail.tsx";
import { detailsIn, titleIn } from "./item-words.ts";
import { fieldId, startsWith } from "./paths.ts";
import { type JsonSchema, nameOfPath } from "./schema.ts";

/** A list of objects. Items are opened, added, removed, and moved by buttons, keys or pointer. */
export function ListField(props: {
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
  field: FieldWords;
  problem: string | undefined;
}) {
  const { file, value: whole, shop, edit, open, announce, problems, isReadOnly, language } = useForm();
  const { schema, value, path, field, problem } = props;
  const items = isList(value) ? value : [];
  const itemWord = ITEM_WORDS[nameOfPath(path)] ?? field.label;
  // The heading of the form says it already.
  const area = path.length === 1 ? areaOf(file, path) : undefined;
  const isWholeForm = area !== undefined && AREA_WORDS[area.key].name === field.label;
  const several = SEVERAL[nameOfPath(path)];
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();

  const titleOf = (item: FileValue, at: number) => titleIn(item) ?? words.list.unnamed(itemWord, at + 1);

  function move(from: number, to: number, focus?: string): void {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    flushSync(() => edit({ path: [...path, from], moveTo: to }));
    announce(words.list.moved(titleOf(item, to), to + 1, items.length));
    if (focus) list.current?.children[to]?.querySelector<HTMLElement>(`[data-move="${focus}"]`)?.focus();
  }

  function remove(at: number): void {
    const item = items[at];
    if (item === undefined) return;
    const references = withoutReferences(file, whole, [...path, at]);
    for (const one of references.edits) edit(one);
    edit({ path: [...path, at], remove: true });
    announce(words.list.removed(titleOf(item, at)), () => {
      edit({ path: [...path, at], insert: item });
      for (const one of references.undo) edit(one);
    });
    list.current?.parentElement?.querySelector<HTMLElement>(".form-add")?.focus();
  }

  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, to, dragged < to ? "down" : "up");
    setDragged(undefined);
    setOver(undefined);
  };

  return (
    <section className="form-list" id={fieldId(path)} tabIndex={-1} aria-label={field.label}>
      {!isWholeForm && <h3>{field.label}</h3>}
      {schema.description && <p className="field-hint">{schema.description}</p>}
      {problem !== undefined && <p className="form-problem">{problem}</p>}
      {items.length === 0 && <p className="form-empty">{words.list.empty}</p>}
      <ol ref={list}>
        {items.map((item, at) => {
          const title = titleOf(item, at);
          const isWrong = problems.some((one) => startsWith(one.path, [...path, at]));
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, so an item at another place is another row
              key={at}
              draggable={!isReadOnly}
              data-dragged={dragged === at || undefined}
              data-over={(dragged !== undefined && over === at && (dragged < at ? "after" : "before")) || undefined}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(at);
              }}
              onDrop={(event) => drop(event, at)}
            >
              <button
                type="button"
                className="form-item"
                id={fieldId([...path, at])}
                onClick={() => open([...path, at])}
              >
                <ItemThumbnail file={file} item={item} />
                <span className="visually-hidden">{words.list.edit} </span>
                <span className="form-item-title">{title}</span>
                <span className="form-item-details">{detailsIn(item, language)}</span>
                {isWrong && (
                  <span className="form-item-problem">{words.toCorrect(countWithin(problems, [...path, at]))}</span>
                )}
              </button>
              {!isReadOnly && (
                <div className="form-item-buttons">
                  <ItemButton
                    name="up"
                    label={words.list.moveUp(title)}
                    isDisabled={at === 0}
                    onClick={() => move(at, at - 1, "up")}
                  >
                    ↑
                  </ItemButton>
                  <ItemButton
                    name="down"
                    label={words.list.moveDown(title)}
                    isDisabled={at === items.length - 1}
                    onClick={() => move(at, at + 1, "down")}
                  >
                    ↓
                  </ItemButton>
                  <ItemButton
                    name="remove"
                    label={words.list.remove(title)}
                    isDisabled={false}
                    onClick={() => remove(at)}
                  >
                    ×
                  </ItemButton>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {!isReadOnly && (
        <button
          type="button"
          className="dashboard-button form-add"
          onClick={() => {
            edit({
              path: [...path, items.length],
              insert: { ...newItem(schema.items), ...beginningOf(file, items, shop) },
            });
            open([...path, items.length], true);
          }}
        >
          {words.list.add(itemWord)}
        </button>
      )}
      {!isReadOnly && several && (
        <AddSeveral
          id={`${fieldId(path)}-several`}
          label={several.label}
          onAdd={(texts) => {
            for (const [at, text] of texts.entries())
              edit({ path: [...path, items.length + at], insert: { [several.key]: text } });
            announce(words.list.added(texts.length, itemWord));
          }}
        />
      )}
    </section>
  );
}

function ItemButton(props: {
  name: string;
  label: string;
  isDisabled: boolean;
  onClick: () => void;
  children: string;
}) {
  const { name, label, isDisabled, onClick, children } = props;
  return (
    <button
      type="button"
      className="form-item-button"
      data-move={name}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={() => isDisabled || onClick()}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}

function countWithin(problems: readonly { path: ValuePath }[], path: ValuePath): number {
  return problems.filter((one) => startsWith(one.path, path)).length;
}

/** A new item: its required texts are empty, so that each has a field and a problem until it is filled in. */
function newItem(schema: JsonSchema | undefined): Record<string, FileValue> {
  const entries = (schema?.required ?? []).map((name): [string, FileValue] => {
    const inner = schema?.properties?.[name];
    const isArray = inner?.type === "array" || (Array.isArray(inner?.type) && inner.type.includes("array"));
    return [name, isArray ? [] : ""];
  });
  return Object.fromEntries(entries);
}
