/** A product or a variant as `products.yaml` has it, or a part of one. */
type Written = Readonly<Record<string, unknown>>;

/** Longest value that is told as it is, in characters; of longer ones only their name is. */
const VALUE_MAX = 30;

/**
 * Says what changes of a product: "price 12.00 → 13.00", "description", "M / Ink: stock 9 → 4".
 *
 * @param before the product as it stands in `products.yaml`
 * @param after the same once it was brought up to date
 */
export function changesOf(before: unknown, after: unknown): string[] {
  const [{ variants: had, ...old }, { variants: has, ...now }] = [writtenOf(before), writtenOf(after)];
  return [...differencesOf(old, now), ...variantChanges(variantsOf(had), variantsOf(has))];
}

function variantChanges(before: ReadonlyMap<string, Written>, after: ReadonlyMap<string, Written>): string[] {
  const changed = [...after].flatMap(([title, variant]) => {
    const known = before.get(title);
    return known ? differencesOf(known, variant).map((words) => `${title}: ${words}`) : [`${title}: new`];
  });
  const gone = [...before.keys()].filter((title) => !after.has(title));
  return [...changed, ...gone.map((title) => `${title}: gone`)];
}

function differencesOf(before: Written, after: Written): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => {
      const [old, now] = [shortOf(before[key]), shortOf(after[key])];
      return old === undefined || now === undefined ? key : `${key} ${old} → ${now}`;
    });
}

function shortOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return "none";
  return typeof value === "string" && value.length <= VALUE_MAX && !value.includes("\n") ? value : undefined;
}

function variantsOf(list: unknown): ReadonlyMap<string, Written> {
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.map((variant: unknown) => {
      const { options, ...said } = writtenOf(variant);
      return [Array.isArray(options) ? options.join(" / ") : "", said];
    }),
  );
}

function writtenOf(value: unknown): Written {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
