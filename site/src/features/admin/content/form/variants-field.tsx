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
  const combinations = listCombinations(valueAt(whole, [...product, "options"]));
  const isOf = (variant: FileValue, combination: string[]) => isEqual(valueAt(variant, ["options"]), combination);
  const missing = combinations.filter((combination) => !variants.some((one) => isOf(one, combination)));
  const unfit = variants.filter((one) => !combinations.some((combination) => isOf(one, combination)));
  const inherited = (name: string) => {
    const usual = valueAt(whole, [...product, name]);
    return typeof usual === "string" ? usual : undefined;
  };

  function fit(): void {
    const fitted = fitVariants(variants, combinations);
    edit(fitted.length === 0 ? { path, remove: true } : { path, set: fitted });
    announce(words.variants.fitted(variants.length, fitted.length), () => edit({ path, set: variants }));
    section.current?.focus();
  }

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
      {unfit.length > 0 && (
        <div className="form-problem">
          <p>{words.variants.unfit(unfit.length)}</p>
          {!isReadOnly && (
            <button type="button" className="dashboard-button" onClick={fit}>
              {words.variants.fit}
            </button>
          )}
        </div>
      )}
      <ol className="variants">
        {variants.map((variant, at) => {
          const title = titleIn(variant) ?? words.list.unnamed(words.variants.item, at + 1);
          const found = problems.filter((one) => startsWith(one.path, [...path, at]));
          // The sentence above the rows says this of all of them.
          const told = unfit.includes(variant) ? [] : found;
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
                      aria-describedby={told.length > 0 ? `${fieldId([...path, at])}-problems` : undefined}
                      inputMode={name === "sku" ? undefined : "decimal"}
                      placeholder={name === "price" ? inherited(name) : undefined}
                      readOnly={isReadOnly}
                      value={typeof written === "string" || typeof written === "number" ? String(written) : ""}
                      onChange={({ target }) =>
                        edit(
                          target.value === ""
                            ? { path: place, remove: true }
                            : { path: place, set: name === "sku" ? target.value : withPoint(target.value) },
                        )
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
              {told.length > 0 && (
                <p className="form-problem" id={`${fieldId([...path, at])}-problems`}>
                  {told.map(({ message }) => message).join(" ")}
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

/**
 * Fits variants to combinations of options, after the owner has added or removed an option or a value. The first
 * variant with a value of each option represents the combination; the others are removed.
 */
function fitVariants(variants: readonly FileValue[], combinations: readonly string[][]): FileValue[] {
  const left = [...variants];
  return combinations.flatMap((combination) => {
    const at = left.findIndex((one) => {
      const options = valueAt(one, ["options"]);
      return isList(options) && combination.every((value) => options.includes(value));
    });
    const variant = left[at];
    if (!isNamed(variant)) return [];
    left.splice(at, 1);
    return [{ ...variant, options: combination }];
  });
}

/** Writes "25,50" as "25.50", as in many countries people type it. */
export function withPoint(typed: string): string {
  return typed.replace(/^(\d+),(\d{0,2})$/, "$1.$2");
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
