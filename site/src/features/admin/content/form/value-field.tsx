import type { FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed, valueAt } from "@porchlight/protocol/content-values.ts";
import * as words from "../words.ts";
import { ChoiceField, CountriesField, ProductsField, WordsField, YesNoField } from "./choice-fields.tsx";
import { fieldWordsOf, hintOf, inFormOrder } from "./field-words.ts";
import { useForm } from "./form-context.ts";
import type { FieldProps, ValueProps } from "./labelled.tsx";
import { ListField } from "./list-field.tsx";
import { fieldId, isSamePath, startsWith } from "./paths.ts";
import { PICTURE_NAMES, PictureFields, pictureOf } from "./picture-fields.tsx";
import { type JsonSchema, nameOfPath, shapeOf } from "./schema.ts";
import { TextField } from "./text-field.tsx";
import { VariantsField } from "./variants-field.tsx";

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
  // Where sizes have rows, each has its own stock, and nothing else is counted.
  const hasRows =
    file === "store/products.yaml" && isNamed(value) && isList(value.variants) && value.variants.length > 0;
  const isInUse = (name: string) => isNamed(value) && (value[name] ?? "") !== "";
  const shown = Object.entries(schema.properties ?? {})
    .filter(([name]) => (names?.includes(name) ?? true) && !without.includes(name))
    .map(([name, inner]) => ({
      name,
      inner,
      field: fieldWordsOf(file, nameOfPath([...path, name])) ?? { label: name },
    }))
    .filter(({ name }) => !(name === "stock" && hasRows && !isInUse(name)))
    .filter(({ name, field }) => !field.isHidden && !(picture && PICTURE_NAMES.includes(name)));
  const ordered = inFormOrder(nameOfPath(path), shown);
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
  const { file, value: whole, shop, problems } = useForm();
  const { description: _, ...rest } = written;
  const hint = nameOfPath(path) === "shows.tickets.price" ? priceHint() : hintOf(file, nameOfPath(path), written);
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

  function priceHint(): string | undefined {
    const currency = valueAt(whole, [...path.slice(0, -1), "currency"]) ?? valueAt(shop, ["currency"]);
    return typeof currency === "string" ? words.form.inCurrency(currency) : undefined;
  }
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
