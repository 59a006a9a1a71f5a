/** A product or a variant of `products.yaml`. */
type Written = Readonly<Record<string, unknown>>;

/** Longest value that is printed, in characters. For a longer value only the key is printed. */
const MAX_VALUE_LENGTH = 30;

/**
 * Describes the changes of a product in `products.yaml`: "price 12.00 → 13.00", "description", "M / Ink: stock 9 → 4".
 */
export function describeChanges(before: unknown, after: unknown): string[] {
  const [{ variants: oldVariants, ...old }, { variants: newVariants, ...now }] = [toRecord(before), toRecord(after)];
  return [...describeDifferences(old, now), ...describeVariants(toVariants(oldVariants), toVariants(newVariants))];
}

function describeVariants(before: ReadonlyMap<string, Written>, after: ReadonlyMap<string, Written>): string[] {
  const changed = [...after].flatMap(([title, variant]) => {
    const known = before.get(title);
    return known ? describeDifferences(known, variant).map((change) => `${title}: ${change}`) : [`${title}: new`];
  });
  const gone = [...before.keys()].filter((title) => !after.has(title));
  return [...changed, ...gone.map((title) => `${title}: gone`)];
}

function describeDifferences(before: Written, after: Written): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => {
      const [old, now] = [toShortText(before[key]), toShortText(after[key])];
      return old === undefined || now === undefined ? key : `${key} ${old} → ${now}`;
    });
}

function toShortText(value: unknown): string | undefined {
  if (value === undefined || value === null) return "none";
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH && !value.includes("\n") ? value : undefined;
}

function toVariants(list: unknown): ReadonlyMap<string, Written> {
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.map((variant: unknown) => {
      const { options, ...fields } = toRecord(variant);
      return [Array.isArray(options) ? options.join(" / ") : "", fields];
    }),
  );
}

function toRecord(value: unknown): Written {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
