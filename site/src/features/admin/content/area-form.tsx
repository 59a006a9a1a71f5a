import type {
  ContentEdit,
  EditableFile,
  FieldProblem,
  FileValue,
  ValuePath,
} from "@porchlight/protocol/content-editing.ts";
import { isList, valueAt } from "@porchlight/protocol/content-values.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { areas as AREA_WORDS } from "../shared/area-words.ts";
import type { Area, AreaKey } from "../shared/areas.ts";
import { FormHead } from "../shared/form-head.tsx";
import { LoadState } from "../shared/load-note.tsx";
import { FileClashDialog } from "./clash-dialog.tsx";
import type { EditedFile, EditedFiles } from "./edited-files.ts";
import { withCountry } from "./form/country-rules.ts";
import { completed, withDerived, withLaw, withPlatform } from "./form/derived.ts";
import { fieldWordsOf, ITEM_WORDS } from "./form/field-words.ts";
import { FormContext } from "./form/form-context.ts";
import { titleIn } from "./form/item-words.ts";
import { isSamePath, itemAround, startsWith } from "./form/paths.ts";
import { choicesOf, type JsonSchema, nameOfPath, schemaAt } from "./form/schema.ts";
import { ObjectFields, ValueField } from "./form/value-field.tsx";
import type { FileUploads } from "./uploads/file-uploads.ts";
import * as words from "./words.ts";

type AreaFormProps = {
  edited: EditedFiles;
  area: Area & { key: AreaKey };
  /** The opened item of a list; empty: the area itself. */
  path: ValuePath;
  isReadOnly: boolean;
  language: string;
  uploads: FileUploads;
  heading: Ref<HTMLHeadingElement>;
  onOpen: (path: ValuePath) => void;
  onBack: () => void;
  /** Called as soon as the fields are there. */
  onReady: () => void;
  onAnnounce: (message: string, undo?: () => void) => void;
};

/** Numbers the sets of opened files, so that the forms of another set read their files again. */
const sets = new WeakMap<EditedFiles, number>();
let count = 0;
function numberOf(edited: EditedFiles): number {
  const number = sets.get(edited) ?? count++;
  sets.set(edited, number);
  return number;
}

const SHOP_RULES = "store/store.yaml";
/** Areas whose forms begin with the shop's country or show its currency. */
const NEEDS_SHOP_RULES: readonly AreaKey[] = ["shows", "contacts"];

const fileQuery = (edited: EditedFiles, file: EditableFile) =>
  queryOptions({
    queryKey: ["content-file", file, numberOf(edited)],
    queryFn: ({ signal }) => edited.open(file, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });

/** The form of an area. */
export function AreaForm(props: AreaFormProps) {
  const { edited, area } = props;
  // The file is read again at each opening, and is not replaced while the owner types.
  const query = useQuery(fileQuery(edited, area.file));
  const rules = useQuery({ ...fileQuery(edited, SHOP_RULES), enabled: NEEDS_SHOP_RULES.includes(area.key) });
  if (!query.data || rules.isLoading) {
    return (
      <>
        <FormHead {...props} title={AREA_WORDS[area.key].name} up={words.back} onUp={props.onBack} />
        <LoadState query={query} failed={words.openFailed} />
      </>
    );
  }
  const shop = rules.data?.getShown().value;
  return <OpenedForm {...props} opened={query.data} shop={shop} subscribe={edited.subscribe} />;
}

function OpenedForm(
  props: AreaFormProps & { opened: EditedFile; shop: FileValue | undefined; subscribe: EditedFiles["subscribe"] },
) {
  const { shop, area, path, isReadOnly, language, uploads, heading, opened, subscribe } = props;
  const { onOpen, onBack, onReady, onAnnounce } = props;
  const { value, problems, clashes } = useSyncExternalStore(subscribe, opened.getShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useLayoutEffect(onReady, []);
  useEffect(
    () => uploads.attach(area.file, { getValue: () => opened.getShown().value, edit: opened.edit }),
    [uploads, area.file, opened],
  );

  /** An item that was just added, and its fields that the owner has left. What is still empty there is no mistake yet. */
  const [fresh, setFresh] = useState<{ path: ValuePath; left: readonly string[] }>();
  const isDue = (one: FieldProblem) =>
    !fresh ||
    !startsWith(one.path, fresh.path) ||
    !isEmpty(valueAt(value, one.path)) ||
    fresh.left.includes(JSON.stringify(one.path));

  /** The platform that an address was given, which follows the address while the owner types. */
  const guessed = useRef<string>(undefined);
  const followAddress = (at: ValuePath) => {
    const platforms = choicesOf(schemaAt(opened.schema, ["social", 0, "platform"]) ?? {}) ?? [];
    const edits = withPlatform(opened.getShown().value, at, platforms, guessed.current);
    for (const edit of edits) {
      guessed.current = "set" in edit ? String(edit.set) : undefined;
      opened.edit(edit);
    }
  };

  // What a form makes when a field loses the focus is missing if Back left the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another form opens
  useEffect(() => {
    if (isReadOnly || path.length > 0) return;
    if (area.key === "contacts") for (const edit of withLaw(opened.getShown().value, shop)) opened.edit(edit);
    for (const list of area.names ?? Object.keys(opened.schema.properties ?? {})) {
      const items = valueAt(opened.getShown().value, [list]);
      for (const at of isList(items) ? items.keys() : []) {
        for (const edit of withDerived(area.file, opened.getShown().value, [list, at])) opened.edit(edit);
      }
    }
  }, [path.length]);

  const whole = opened.schema;
  const item = path.length > 0 ? valueAt(value, path) : undefined;
  const itemSchema = schemaAt(whole, path);
  const isItem = item !== undefined && itemSchema !== undefined;
  const listName = nameOfPath(path);
  const around = itemAround(path.slice(0, -1));
  const nameOf = (one: ValuePath) =>
    titleIn(valueAt(value, one)) ??
    words.list.unnamed(ITEM_WORDS[nameOfPath(one)] ?? words.list.item, Number(one.at(-1)) + 1);
  const areaName = AREA_WORDS[area.key].name;
  const general = problems.filter((one) => one.path.length === 0);

  return (
    <FormContext
      value={{
        file: area.file,
        value,
        getValue: () => opened.getShown().value,
        problems: problems.filter(isDue),
        isReadOnly,
        language,
        isNew: (one) => fresh !== undefined && isSamePath(one, fresh.path),
        uploads,
        shop,
        edit(one) {
          const following = area.file === SHOP_RULES && isCountry(one) ? withCountry(value, one.set) : [];
          opened.edit(one);
          for (const next of following) opened.edit(next);
          if (following.length > 0) onAnnounce(words.form.withCountry);
          if (one.path.at(-1) === "platform") guessed.current = undefined;
          if ("set" in one) followAddress(one.path);
        },
        open(to, isNew) {
          setFresh(isNew ? { path: to, left: [] } : undefined);
          guessed.current = undefined;
          onOpen(to);
        },
        announce: onAnnounce,
      }}
    >
      <FormHead
        heading={heading}
        title={isItem ? nameOf(path) : areaName}
        up={!isItem ? words.back : around.length > 0 ? nameOf(around) : areaName}
        onUp={() => (isItem ? onOpen(around) : onBack())}
      />
      {general.map(({ message }) => (
        <p key={message} className="load-note" role="alert">
          {value === null && words.form.broken} {message}
        </p>
      ))}
      <form
        key={listName === "" ? "area" : path.join(".")}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          opened.flush();
        }}
        onBlur={(event) => {
          const isStaying = event.currentTarget.contains(event.relatedTarget);
          const left = event.target.closest<HTMLElement>("[data-path]")?.dataset.path;
          if (!isReadOnly && left !== undefined) {
            const at: ValuePath = JSON.parse(left);
            const typed = valueAt(value, at);
            const whole = completed(fieldWordsOf(area.file, nameOfPath(at))?.widget, String(typed));
            if (typeof typed === "string" && whole !== typed) opened.edit({ path: at, set: whole });
            for (const edit of withDerived(area.file, opened.getShown().value, at)) opened.edit(edit);
          }
          if (!isStaying) setFresh(undefined);
          else if (fresh && left !== undefined) setFresh({ ...fresh, left: [...fresh.left, left] });
          opened.flush();
        }}
      >
        {value !== null &&
          (isItem ? (
            <ObjectFields schema={itemSchema} value={item} path={path} />
          ) : (
            <Whole schema={whole} value={value} area={area} />
          ))}
      </form>
      {clashes.length > 0 && <FileClashDialog file={area.file} clashes={clashes} onChoose={opened.choose} />}
    </FormContext>
  );
}

function isEmpty(value: FileValue | undefined): boolean {
  return value === undefined || value === null || value === "" || (isList(value) && value.length === 0);
}

/** Whether an edit sets the shop's country. */
function isCountry(edit: ContentEdit): edit is { path: ValuePath; set: string } {
  return edit.path.length === 1 && edit.path[0] === "country" && "set" in edit && typeof edit.set === "string";
}

/**
 * The fields of an area. If it is only one group, its fields have no frame around them. A Markdown file has the fields
 * of its front matter and its text.
 */
function Whole({ schema, value, area }: { schema: JsonSchema; value: FileValue; area: Area }) {
  const { front, body } = schema.properties ?? {};
  const [name, ...others] = area.names ?? [];
  const group = name !== undefined && others.length === 0 ? schema.properties?.[name] : undefined;
  if (name !== undefined && group?.properties) {
    return <ObjectFields schema={group} value={valueAt(value, [name])} path={[name]} />;
  }
  if (!area.file.endsWith(".md") || !front || !body) {
    return <ObjectFields schema={schema} value={value} path={[]} names={area.names} />;
  }
  return (
    <div className="form-fields">
      <ObjectFields schema={front} value={valueAt(value, ["front"])} path={["front"]} names={["title"]} />
      <ValueField schema={body} value={valueAt(value, ["body"])} path={["body"]} isRequired />
      <ObjectFields schema={front} value={valueAt(value, ["front"])} path={["front"]} without={["title"]} />
    </div>
  );
}
