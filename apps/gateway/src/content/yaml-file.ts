import * as v from "valibot";
import { type Document, isCollection, isMap, LineCounter, type ParsedNode, parseDocument } from "yaml";

/** Words that must not be left out. */
export const text = v.pipe(v.string("must be words"), v.trim(), v.minLength(1, "must not be empty"));

/** Whether a day such as 2026-05-01 is on the calendar. */
export function isOnCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` takes 31 June for 1 July; written out again it is another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Something the owner has to mend, and where: the keys and places in lists that lead to it. */
export type Mistake = { path: readonly (string | number)[]; sentence: string };

/** A file of the owner's, read and of the right form. */
export type YamlFile<Value> = {
  value: Value;
  /** @throws {Error} naming each mistake with its line, if there are any */
  refuse(mistakes: readonly Mistake[]): void;
};

/** An owner mends a few at a time. */
const MOST_MISTAKES = 12;

/**
 * Reads a YAML file in which every value is text. A key without a value counts as not written.
 *
 * @param name as the owner knows the file, `store/products.yaml`
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function readYamlFile<Schema extends v.GenericSchema>(
  name: string,
  source: string,
  schema: Schema,
): YamlFile<v.InferOutput<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(source.replace(/^\uFEFF/, ""), {
    schema: "failsafe",
    lineCounter: lines,
    prettyErrors: false,
  });
  if (document.errors.length > 0) {
    throw new Error(
      sentenceOf(
        name,
        document.errors.map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message}`),
      ),
    );
  }
  function refuse(mistakes: readonly Mistake[]): void {
    if (mistakes.length === 0) return;
    throw new Error(
      sentenceOf(
        name,
        mistakes.map(({ path, sentence }) => `${placeOf(document, lines, path)}: ${sentence}`),
      ),
    );
  }
  const result = v.safeParse(schema, withoutBlanks(plainValueOf(name, document)));
  if (!result.success) refuse(result.issues.map(mistakeOf));
  // Without issues the value has passed the schema.
  return { value: result.output as v.InferOutput<Schema>, refuse };
}

function plainValueOf(name: string, document: Document.Parsed): unknown {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== "object" || value === null) return value;
  const written = Object.entries(value).filter(([, inner]) => inner !== "" && inner !== null);
  return Object.fromEntries(written.map(([key, inner]) => [key, withoutBlanks(inner)]));
}

function sentenceOf(name: string, mistakes: readonly string[]): string {
  const more = mistakes.length - MOST_MISTAKES;
  const named = mistakes.slice(0, MOST_MISTAKES).join("; ");
  return `${name}, ${named}${more > 0 ? `; and ${more} more` : ""}`;
}

/** A schema's finding in words for the owner. */
export function mistakeOf(issue: v.BaseIssue<unknown>): Mistake {
  // A path of plain objects and lists has only names and numbers.
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const key = path.at(-1);
  if (issue.type !== "strict_object") return { path, sentence: issue.message };
  if (issue.expected === "never") return { path, sentence: `nothing here is called "${key}"` };
  if (issue.expected === "Object") return { path, sentence: "must have names and values: title: Lake Effect" };
  return { path: path.slice(0, -1), sentence: `"${key}" is missing` };
}

/** "line 12 (products 3, price)": places in lists are counted from 1, as people do. */
function placeOf(document: Document.Parsed, lines: LineCounter, path: Mistake["path"]): string {
  const words = path.flatMap((key, at) => {
    const next = path[at + 1];
    if (typeof key === "number") return [];
    return typeof next === "number" ? `${key} ${next + 1}` : key;
  });
  const at = positionOf(document, path);
  const line = at === undefined ? "line 1" : `line ${lines.linePos(at).line}`;
  return words.length === 0 ? line : `${line} (${words.join(", ")})`;
}

/** Where a value begins, or the nearest thing around it that is there. For a value with a name, where its name stands. */
function positionOf(document: Document.Parsed, path: Mistake["path"]): number | undefined {
  let node: ParsedNode | null = document.contents;
  let at = node?.range[0];
  for (const key of path) {
    if (!isCollection(node)) return at;
    const pair = isMap(node) ? node.items.find((item) => String(item.key) === String(key)) : undefined;
    at = pair?.key.range[0] ?? at;
    // Nodes of a parsed document are parsed nodes.
    node = (node.get(key, true) ?? null) as ParsedNode | null;
    if (!pair && node) at = node.range[0];
  }
  return at;
}
