import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { FRAME_EMAIL, FRAME_TEXTS } from "@porchlight/protocol/empty-frame.ts";
import { type MouseEvent, type ReactNode, useState } from "react";
import { MarkdownField } from "../../shared/markdown/markdown-field.tsx";
import { folderOfPictures } from "../fields/own-pictures.ts";
import { PictureField, type PictureValue } from "../fields/picture-field.tsx";
import { placeOf } from "../fields/picture-places.ts";
import { FileField } from "../uploads/file-field.tsx";
import * as words from "../words.ts";
import { codesFor, type NamedChoice } from "./codes.ts";
import { type FieldWords, fieldWordsOf, hintOf, inFormOrder, inWords, type Widget } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { titleIn } from "./item-words.ts";
import { ListField } from "./list-field.tsx";
import { fieldId, isSamePath, startsWith } from "./paths.ts";
import { choicesOf, type JsonSchema, nameOfPath, shapeOf } from "./schema.ts";
import { VariantsField, withPoint } from "./variants-field.tsx";

type ValueProps = {
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
  isRequired: boolean;
};

/** The fields of an object: each name of its schema has one. */
export function ObjectFields(props: {
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
  /** The names to show; undefined: all. */
  names?: readonly string[] | undefined;
  /** The names to leave out. */
  without?: readonly string[];
}) {
  const { file, problems } = useForm();
  const { schema, value, path, names, without = [] } = props;
  const picture = pictureOf(schema);
  const shown = Object.entries(schema.properties ?? {})
    .filter(([name]) => (names?.includes(name) ?? true) && !without.includes(name))
    .map(([name, inner]) => ({
      name,
      inner,
      field: fieldWordsOf(file, nameOfPath([...path, name])) ?? { label: name },
    }))
    .filter(({ name, field }) => !field.isHidden && !(picture && PICTURE_NAMES.includes(name)));
  const ordered = inFormOrder(nameOfPath(path), shown);
  const isInUse = (name: string) => isNamed(value) && (value[name] ?? "") !== "";
  const isFolded = ({ name, field }: (typeof shown)[number]) =>
    field.folded === "always" || (field.folded === "unused" && !isInUse(name));
  const rare = ordered.filter(isFolded);
  const isWrong = rare.some(({ name }) => problems.some((one) => startsWith(one.path, [...path, name])));
  const fieldOf = ({ name, inner }: (typeof shown)[number]) => (
    <ValueField
      key={name}
      schema={inner}
      value={isNamed(value) ? value[name] : undefined}
      path={[...path, name]}
      isRequired={schema.required?.includes(name) ?? false}
    />
  );
  return (
    <div className="form-fields">
      {picture && <PictureFields by={picture} schema={schema} value={value} path={path} />}
      {ordered.filter((one) => !rare.includes(one)).map(fieldOf)}
      {rare.length > 0 && (
        <details className="form-more" open={isWrong || undefined}>
          <summary>{words.form.more}</summary>
          <div className="form-fields">{rare.map(fieldOf)}</div>
        </details>
      )}
    </div>
  );
}

/** One value with its label, hint and problem. */
export function ValueField({ schema: written, value, path, isRequired }: ValueProps) {
  const { file, problems } = useForm();
  const { description: _, ...rest } = written;
  const hint = hintOf(file, nameOfPath(path), written);
  const schema: JsonSchema = hint === undefined ? rest : { ...rest, description: hint };
  const field = fieldWordsOf(file, nameOfPath(path)) ?? { label: String(path.at(-1)) };
  const shape = shapeOf(schema);
  // A list of words is one field.
  const isHere = shape === "words" ? startsWith : isSamePath;
  const problem = problems.find((one) => isHere(one.path, path))?.message;
  const shared = { schema, value, path, isRequired, field, problem };
  switch (shape) {
    case "object":
      return <GroupField {...shared} />;
    case "objects":
      return nameOfPath(path) === "products.variants" ? <VariantsField {...shared} /> : <ListField {...shared} />;
    case "words":
      if (field.widget === "countries") return <CountriesField {...shared} />;
      return field.widget === "products" ? <ProductsField {...shared} /> : <WordsField {...shared} />;
    case "yes-no":
      // Without a default, a missing value means neither yes nor no.
      return schema.default === undefined ? <ChoiceField {...shared} /> : <YesNoField {...shared} />;
    case "choice":
      return <ChoiceField {...shared} />;
    case "text":
      return <TextField {...shared} />;
  }
}

type FieldProps = ValueProps & { field: FieldWords; problem: string | undefined };

/** Label, hint and problem around a control. */
function Labelled(props: FieldProps & { children: (described: string | undefined) => ReactNode }) {
  const { schema, path, field, problem, isRequired, children } = props;
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

/** Inputs of the browser, and the texts that they can show. Any other text is shown as it is. */
const INPUTS: Readonly<Partial<Record<Widget, { type: string; shows: RegExp }>>> = {
  email: { type: "email", shows: /^/ },
  date: { type: "date", shows: /^(\d{4}-\d{2}-\d{2})?$/ },
  time: { type: "time", shows: /^(\d{2}:\d{2})?$/ },
  datetime: { type: "datetime-local", shows: /^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})?$/ },
};

/** What the owner replaces as a whole, so that a click selects it. */
const FRAME_WORDS: ReadonlySet<string> = new Set([...Object.values(FRAME_TEXTS), FRAME_EMAIL, `mailto:${FRAME_EMAIL}`]);

function TextField(props: FieldProps) {
  const { file, value: whole, getValue, uploads, edit, isReadOnly } = useForm();
  const { schema, value, path, isRequired, field } = props;
  // While the owner types, no new problem appears.
  const [isTyping, setTyping] = useState(false);
  const problem = isTyping ? undefined : props.problem;
  const id = fieldId(path);
  const text = value === undefined || value === null ? "" : String(value);
  // A text of several lines keeps its large field while the owner removes the last line break.
  const [isLong] = useState(field.widget === "long" || text.includes("\n"));
  const change = (typed: string) => {
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
    <Labelled {...props} problem={problem}>
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
            if (FRAME_WORDS.has(text)) currentTarget.select();
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

function Problem({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className="form-problem" id={`${id}-problem`}>
      {problem}
    </p>
  );
}

function YesNoField(props: FieldProps) {
  const { edit, isReadOnly } = useForm();
  const { schema, value, path, field, problem } = props;
  const id = fieldId(path);
  const written = value === undefined || value === null ? schema.default : value;
  return (
    <div className="form-field form-check">
      <label>
        <input
          id={id}
          type="checkbox"
          checked={["yes", "true", true].includes(written as string | boolean)}
          disabled={isReadOnly}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => edit({ path, set: event.target.checked ? "yes" : "no" })}
        />
        <span className="form-label">{field.label}</span>
      </label>
      {schema.description && (
        <p className="field-hint" id={`${id}-hint`}>
          {schema.description}
        </p>
      )}
      <Problem id={id} problem={problem} />
    </div>
  );
}

function ChoiceField(props: FieldProps) {
  const choices = choicesOf(props.schema) ?? [];
  return <Select {...props} choices={choices.map((value) => ({ value, name: inWords(value) }))} />;
}

function Select(props: FieldProps & { choices: readonly NamedChoice[] }) {
  const { edit, isReadOnly } = useForm();
  const { schema, value, path, isRequired, problem, choices } = props;
  const written = value === undefined || value === null ? "" : String(value);
  const standard = typeof schema.default === "string" ? schema.default : undefined;
  const shown = written === "" && standard !== undefined ? standard : written;
  const isKnown = shown === "" || choices.some((choice) => choice.value === shown);
  const unset = isRequired ? words.form.choose : shapeOf(schema) === "yes-no" ? words.form.usual : words.form.notSet;
  return (
    <Labelled {...props}>
      {(described) => (
        <select
          id={fieldId(path)}
          className="field"
          value={shown}
          disabled={isReadOnly}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={described}
          onChange={({ target }) => edit(target.value === "" ? { path, remove: true } : { path, set: target.value })}
        >
          {standard === undefined && <option value="">{unset}</option>}
          {!isKnown && <option>{shown}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A list of words: one on each line. */
function WordsField(props: FieldProps) {
  const { edit, isReadOnly } = useForm();
  const { value, path, isRequired, problem } = props;
  const stored = isList(value) ? value.map(String).join("\n") : "";
  // Empty lines and blanks are shown while the owner types, and not stored.
  const [typed, setTyped] = useState(stored);
  // "S, M, L" on one line is three words, unless a word in the file has a comma already, such as "Black, washed".
  const [separator] = useState(() => (stored.includes(",") ? "\n" : /\n|,(?:\s|$)/));
  const toWords = (text: string) =>
    text
      .split(separator)
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const shown = toWords(typed).join("\n") === stored ? typed : stored;
  return (
    <Labelled {...props}>
      {(described) => (
        <>
          <textarea
            id={fieldId(path)}
            className="field"
            rows={Math.min(10, Math.max(2, shown.split("\n").length + 1))}
            value={shown}
            readOnly={isReadOnly}
            placeholder={words.list.oneLine}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={described}
            onChange={({ target }) => {
              setTyped(target.value);
              const list = toWords(target.value);
              edit(list.length === 0 && !isRequired ? { path, remove: true } : { path, set: list });
            }}
          />
        </>
      )}
    </Labelled>
  );
}

/** Countries, chosen by name one after another. */
function CountriesField(props: FieldProps) {
  const { edit, isReadOnly } = useForm();
  const { value, path, problem } = props;
  const chosen = isList(value) ? value.map(String) : [];
  const choices = [{ value: "*", name: words.countries.others }, ...(codesFor("country") ?? [])];
  const id = fieldId(path);
  return (
    <Labelled {...props}>
      {(described) => (
        <>
          <ul className="form-chosen">
            {chosen.map((code) => {
              const name = choices.find((one) => one.value === code)?.name ?? code;
              return (
                <li key={code}>
                  {name}
                  {!isReadOnly && (
                    <button
                      type="button"
                      className="form-item-button"
                      aria-label={words.list.remove(name)}
                      onClick={() => {
                        edit({ path, set: chosen.filter((one) => one !== code) });
                        document.getElementById(id)?.focus();
                      }}
                    >
                      <span aria-hidden="true">×</span>
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
          <select
            id={id}
            className="field"
            value=""
            disabled={isReadOnly}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={described}
            onChange={({ target }) => edit({ path, set: [...chosen, target.value] })}
          >
            <option value="">{words.countries.add}</option>
            {choices
              .filter((one) => !chosen.includes(one.value))
              .map((one) => (
                <option key={one.value} value={one.value}>
                  {one.name}
                </option>
              ))}
          </select>
        </>
      )}
    </Labelled>
  );
}

/** Products of the same file, by their names. Those that are not in the file any more are shown too. */
function ProductsField({ schema, value, path, field, problem }: FieldProps) {
  const { value: whole, edit, isReadOnly } = useForm();
  const chosen = isList(value) ? value.map(String) : [];
  const all = valueAt(whole, ["products"]);
  const products = (isList(all) ? all : []).flatMap((product) => {
    const handle = valueAt(product, ["handle"]);
    return typeof handle === "string" ? { handle, title: titleIn(product) ?? handle } : [];
  });
  const unknown = chosen.filter((one) => !products.some(({ handle }) => handle === one));
  return (
    <fieldset className="form-group form-check" id={fieldId(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      {schema.description && <p className="field-hint">{schema.description}</p>}
      {problem !== undefined && <p className="form-problem">{problem}</p>}
      {[...products, ...unknown.map((handle) => ({ handle, title: words.form.gone(handle) }))].map(
        ({ handle, title }) => (
          <label key={handle}>
            <input
              type="checkbox"
              checked={chosen.includes(handle)}
              disabled={isReadOnly}
              onChange={({ target }) =>
                edit({ path, set: target.checked ? [...chosen, handle] : chosen.filter((one) => one !== handle) })
              }
            />
            {title}
          </label>
        ),
      )}
    </fieldset>
  );
}

/** The names inside a value, such as the prices of tickets. */
function GroupField({ schema, value, path, isRequired, field, problem }: FieldProps) {
  const { edit, isReadOnly } = useForm();
  return (
    <fieldset className="form-group" id={fieldId(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      {schema.description && <p className="field-hint">{schema.description}</p>}
      {problem !== undefined && <p className="form-problem">{problem}</p>}
      <ObjectFields schema={schema} value={value} path={path} />
      {!isRequired && isNamed(value) && !isReadOnly && (
        <button type="button" className="text-button" onClick={() => edit({ path, remove: true })}>
          {words.form.remove}
        </button>
      )}
    </fieldset>
  );
}

/** Whether a value is where it was. After the form was left, an upload must not change another item. */
function isStillAt(whole: FileValue, path: ValuePath, value: FileValue | undefined): boolean {
  return JSON.stringify(valueAt(whole, path)) === JSON.stringify(value);
}

/** The names of an object that is a picture. They share one field. */
const PICTURE_NAMES = ["name", "file", "alt", "focus"];

/** How an object names a picture; undefined if it names none. */
function pictureOf({ properties = {} }: JsonSchema): "name" | "file" | undefined {
  if (!("alt" in properties)) return undefined;
  return "file" in properties ? "file" : "name";
}

function PictureFields(props: {
  by: "name" | "file";
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
}) {
  const { file, getValue, edit, problems, isReadOnly } = useForm();
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
