import { isList, valueAt } from "@porchlight/protocol/content-values.ts";
import { useState } from "react";
import * as words from "../words.ts";
import { codesFor, type NamedChoice } from "./codes.ts";
import { inWords } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { titleIn } from "./item-words.ts";
import { type FieldProps, Labelled, Problem } from "./labelled.tsx";
import { fieldId } from "./paths.ts";
import { choicesOf, shapeOf } from "./schema.ts";

/** A checkbox. */
export function YesNoField(props: FieldProps) {
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

/** One of the words that the file knows. */
export function ChoiceField(props: FieldProps) {
  const choices = choicesOf(props.schema) ?? [];
  return <Select {...props} choices={choices.map((value) => ({ value, name: inWords(value) }))} />;
}

/** One of some named values, or what the file has besides. */
export function Select(props: FieldProps & { choices: readonly NamedChoice[] }) {
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
export function WordsField(props: FieldProps) {
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
export function CountriesField(props: FieldProps) {
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
export function ProductsField({ schema, value, path, field, problem }: FieldProps) {
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
