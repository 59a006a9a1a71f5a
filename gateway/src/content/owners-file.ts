import * as v from "valibot";

/** Something the owner has to mend, and where: the keys and places in lists that lead to it. */
export type Mistake = { path: readonly (string | number)[]; sentence: string };

/** What stands in a file, and in which lines. */
export type Located = {
  value: unknown;
  /** Line of a value, of its name where it has one, or of the nearest thing around it that is there. From 1. */
  lineOf(path: Mistake["path"]): number;
};

/** A file of the owner's, read and of the right form. */
export type OwnersFile<Value> = {
  value: Value;
  lineOf: Located["lineOf"];
  /** Mistakes in words, each with its line: "store/products.yaml, line 4 (products 1, price): is missing". */
  sentenceOf(mistakes: readonly Mistake[]): string;
  /** @throws {Error} naming each mistake with its line, if there are any */
  refuse(mistakes: readonly Mistake[]): void;
};

/** An owner mends a few at a time. */
const MOST_MISTAKES = 12;
const NAMES_AND_VALUES = "must have names and values, not words or a list alone";

/**
 * Checks the form of what stands in a file.
 *
 * @param name as the owner knows the file, `store/products.yaml`
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function checkForm<Schema extends v.GenericSchema>(
  name: string,
  located: Located,
  schema: Schema,
): OwnersFile<v.InferOutput<Schema>> {
  function sentenceOf(mistakes: readonly Mistake[]): string {
    return listed(name, mistakes, ({ path, sentence }) => `${placeOf(located, path)}: ${sentence}`);
  }
  function refuse(mistakes: readonly Mistake[]): void {
    if (mistakes.length > 0) throw new Error(sentenceOf(mistakes));
  }
  const result = v.safeParse(schema, located.value);
  if (!result.success) refuse(withoutRepeats(result.issues.map(mistakeOf)));
  // Without issues the value has passed the schema.
  return { value: result.output as v.InferOutput<Schema>, lineOf: located.lineOf, sentenceOf, refuse };
}

/** One sentence of several mistakes in a file: "store/products.yaml, line 4: …; line 9: …; and 3 more". */
export function listed<Item>(name: string, mistakes: readonly Item[], sentenceOf: (mistake: Item) => string): string {
  const more = mistakes.length - MOST_MISTAKES;
  const named = mistakes.slice(0, MOST_MISTAKES).map(sentenceOf).join("; ");
  return `${name}, ${named}${more > 0 ? `; and ${more} more` : ""}`;
}

/** A schema's finding in words for the owner. */
export function mistakeOf(issue: v.BaseIssue<unknown>): Mistake {
  // A path of plain objects and lists has only names and numbers.
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  if (issue.type !== "strict_object") return { path, sentence: issue.message };
  if (issue.expected === "Object") return { path, sentence: NAMES_AND_VALUES };
  const key = path.at(-1);
  const around = path.slice(0, -1);
  // The schema takes a list for an object without the names it looks for.
  if (Array.isArray(issue.path?.at(-1)?.input)) return { path: around, sentence: NAMES_AND_VALUES };
  if (issue.expected === "never") return { path, sentence: `nothing here is called "${key}"` };
  return { path: around, sentence: `"${key}" is missing` };
}

/** A list in the place of something with three names lacks each of them. */
function withoutRepeats(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()];
}

/** "line 12 (products 3, price)": places in lists are counted from 1, as people do. */
function placeOf({ lineOf }: Located, path: Mistake["path"]): string {
  const words = path.flatMap((key, at) => {
    const next = path[at + 1];
    if (typeof key === "number") return [];
    return typeof next === "number" ? `${key} ${next + 1}` : key;
  });
  const line = `line ${lineOf(path)}`;
  return words.length === 0 ? line : `${line} (${words.join(", ")})`;
}
