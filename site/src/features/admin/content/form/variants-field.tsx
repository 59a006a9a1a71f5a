import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isEqual, isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import { useRef } from "react";
import * as words from "../words.ts";
import { type FieldWords, fieldWordsOf } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import { titleIn } from "./item-words.ts";
import { fieldId, isSamePath, startsWith } from "./paths.ts";
import { type JsonSchema, nameOfPath } from "./schema.ts";

/** What a row shows of a variant. Everything else is on its own page. */
const COLUMNS = ["price", "stock", "sku"] as const;

/** The variants of a product, one row each. A row may be made for each combination of the product's options. */
export function VariantsField(props: {
  schema: JsonSchema;
  value: FileValue | undefined;
  path: ValuePath;
  field: FieldWords;
  problem: string | undefined;
}) {
  const { file, value: whole, edit, open, announce, problems, isReadOnly } = useForm();
  const { schema, value, path, field, problem } = props;
  const section = useRef<HTMLElement>(null);
  const variants = isList(value) ? value : [];
  const product = path.slice(0, -1);
  const missing = listCombinations(valueAt(whole, [...product, "options"])).filter(
    (combination) => !variants.some((one) => isNamed(one) && isEqual(one.options, combination)),
  );
  const inherited = (name: string) => {
    const usual = valueAt(whole, [...product, name]);
    return typeof usual === "string" ? usual : undefined;
  };

  function remove(at: number, title: string): void {
    const variant = variants[at];
    if (variant === undefined) return;
    edit({ path: [...path, at], remove: true });
    announce(words.list.removed(title), () => edit({ path: [...path, at], insert: variant }));
    section.current?.focus();
  }

  return (
    <section
      ref={section}
      className="form-list"
      id={fieldId(path)}
      tabIndex={-1}
      aria-labelledby={`${fieldId(path)}-label`}
    >
      <h3 id={`${fieldId(path)}-label`}>{field.label}</h3>
      {schema.description && <p className="field-hint">{schema.description}</p>}
      {problem !== undefined && <p className="form-problem">{problem}</p>}
      <ol className="variants">
        {variants.map((variant, at) => {
          const title = titleIn(variant) ?? words.list.unnamed(words.variants.item, at + 1);
          const found = problems.filter((one) => startsWith(one.path, [...path, at]));
          return (
            // Variants have no identity of their own.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at} className="variant">
              <button type="button" className="form-item" onClick={() => open([...path, at])}>
                <span className="visually-hidden">{words.list.edit} </span>
                <span className="form-item-title">{title}</span>
              </button>
              {COLUMNS.map((name) => {
                const place = [...path, at, name];
                const label = fieldWordsOf(file, nameOfPath(place))?.label ?? name;
                const written = valueAt(variant, [name]);
                return (
                  <label key={name} className="variant-value" data-name={name}>
                    <span>{words.variants.short[name]}</span>
                    <input
                      id={fieldId(place)}
                      className="field"
                      aria-label={`${label}, ${title}`}
                      aria-invalid={found.some((one) => isSamePath(one.path, place)) || undefined}
                      aria-describedby={found.length > 0 ? `${fieldId([...path, at])}-problems` : undefined}
                      inputMode={name === "sku" ? undefined : "decimal"}
                      placeholder={name === "price" ? inherited(name) : undefined}
                      readOnly={isReadOnly}
                      value={typeof written === "string" || typeof written === "number" ? String(written) : ""}
                      onChange={({ target }) =>
                        edit(target.value === "" ? { path: place, remove: true } : { path: place, set: target.value })
                      }
                    />
                  </label>
                );
              })}
              {!isReadOnly && (
                <button
                  type="button"
                  className="form-item-button"
                  aria-label={words.list.remove(title)}
                  onClick={() => remove(at, title)}
                >
                  <span aria-hidden="true">×</span>
                </button>
              )}
              {found.length > 0 && (
                <p className="form-problem" id={`${fieldId([...path, at])}-problems`}>
                  {found.map(({ message }) => message).join(" ")}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {!isReadOnly && missing.length > 0 && (
        <button
          type="button"
          className="dashboard-button form-add"
          onClick={() => {
            edit({ path, set: [...variants, ...missing.map((options) => ({ options }))] });
            announce(words.variants.added(missing.length), () => edit({ path, set: variants }));
          }}
        >
          {words.variants.add(missing.length)}
        </button>
      )}
      {variants.length === 0 && missing.length === 0 && <p className="form-empty">{words.variants.empty}</p>}
    </section>
  );
}

/** Every combination of the options' values, `["S", "Ink"]`, in their order. */
function listCombinations(options: FileValue | undefined): string[][] {
  if (!isList(options) || options.length === 0) return [];
  return options.reduce<string[][]>(
    (before, option) => {
      const values = valueAt(option, ["values"]);
      return isList(values) ? before.flatMap((one) => values.map((value) => [...one, String(value)])) : [];
    },
    [[]],
  );
}
