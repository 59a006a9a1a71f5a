import * as v from "valibot";

/**
 * Something that the owner has to correct in a file. `path` holds the keys and list indexes that lead to it; of a value
 * that is `missing`, those of what it is missing in.
 */
export type Issue = { path: readonly (string | number)[]; message: string; missing?: string };

/** The value of a file, and the lines of its parts. */
export type LocatedValue = {
  value: unknown;
  /**
   * Finds the line of a value, counted from 1: the line of its key, if it has one. If the value is missing, returns the
   * line of the nearest value around it.
   */
  findLine(path: Issue["path"]): number;
};

/** A file of the content folder that passed its schema. */
export type ContentFile<Value> = {
  value: Value;
  findLine: LocatedValue["findLine"];
  /** Writes issues as text, each with its line: "store/products.yaml, line 4 (products 1, price): is missing". */
  formatIssues(issues: readonly Issue[]): string;
  /** @throws {ContentFileError} if there are any issues */
  throwIssues(issues: readonly Issue[]): void;
};

/** A file of the content folder has issues. The message lists them as the log does, each with its line. */
export class ContentFileError extends Error {
  override readonly name = "ContentFileError";
  readonly issues: readonly Issue[];
  constructor(message: string, issues: readonly Issue[]) {
    super(message);
    this.issues = issues;
  }
}

/** Maximum number of issues that one message lists. An owner corrects only a few at a time. */
const MAX_ISSUES = 12;
const NAMES_AND_VALUES = "must have names and values, not words or a list alone";

/**
 * Validates the value of a file.
 *
 * @param name the file's path as the owner knows it, `store/products.yaml`
 * @throws {ContentFileError} if it does not fit the schema
 */
export function validateFile<Schema extends v.GenericSchema>(
  name: string,
  { value, findLine }: LocatedValue,
  schema: Schema,
): ContentFile<v.InferOutput<Schema>> {
  function formatIssues(issues: readonly Issue[]): string {
    return joinIssues(name, issues, ({ path, message }) => `${describePlace(findLine(path), path)}: ${message}`);
  }
  function throwIssues(issues: readonly Issue[]): void {
    if (issues.length > 0) throw new ContentFileError(formatIssues(issues), issues);
  }
  const result = v.safeParse(schema, value);
  if (!result.success) throwIssues(withoutRepeats(result.issues.map(toIssue)));
  // Without issues the value has passed the schema.
  return { value: result.output as v.InferOutput<Schema>, findLine, formatIssues, throwIssues };
}

/** Joins the issues of a file: "store/products.yaml, line 4: …; line 9: …; and 3 more". */
export function joinIssues<Item>(name: string, issues: readonly Item[], format: (issue: Item) => string): string {
  const more = issues.length - MAX_ISSUES;
  const named = issues.slice(0, MAX_ISSUES).map(format).join("; ");
  return `${name}, ${named}${more > 0 ? `; and ${more} more` : ""}`;
}

/** Converts an issue of the schema library. */
export function toIssue(issue: v.BaseIssue<unknown>): Issue {
  // A path of plain objects and lists has only names and numbers.
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  if (issue.type !== "strict_object") return { path, message: issue.message };
  if (issue.expected === "Object") return { path, message: NAMES_AND_VALUES };
  const key = path.at(-1);
  const parent = path.slice(0, -1);
  // The library treats a list as an object that lacks every key.
  if (Array.isArray(issue.path?.at(-1)?.input)) return { path: parent, message: NAMES_AND_VALUES };
  if (issue.expected === "never") return { path, message: `nothing here is called "${key}"` };
  return { path: parent, message: `"${key}" is missing`, missing: String(key) };
}

/** Removes repeated issues. A list instead of an object causes the same issue once for each key. */
function withoutRepeats(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** "line 12 (products 3, price)" */
function describePlace(line: number, path: Issue["path"]): string {
  return path.length === 0 ? `line ${line}` : `line ${line} (${describePath(path)})`;
}

/** "products 3, price": counts list indexes from 1, as people do. */
export function describePath(path: Issue["path"]): string {
  return path
    .flatMap((key, at) => {
      if (typeof key === "number") return [];
      const next = path[at + 1];
      return typeof next === "number" ? `${key} ${next + 1}` : key;
    })
    .join(", ");
}
