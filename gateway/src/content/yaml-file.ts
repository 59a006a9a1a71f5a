import type * as v from "valibot";
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
  type YAMLError,
  YAMLParseError,
} from "yaml";
import { type ContentFile, type Issue, joinIssues, validateFile } from "./content-file.ts";
import { findSplitValues } from "./yaml-commas.ts";

const COLUMNS = "here or below, a line does not begin in the same column as the lines it belongs to";

/** Messages for the owner by the error code of the YAML library. */
const MESSAGES: Partial<Record<YAMLError["code"], string>> = {
  BAD_ALIAS: "words that begin with * need quotes around them",
  BAD_DQ_ESCAPE: "a \\ between double quotes must be written twice: \\\\",
  BAD_INDENT: COLUMNS,
  BAD_SCALAR_START: "words that begin with @, % or ` need quotes around them",
  BLOCK_AS_IMPLICIT_KEY: 'cannot be read; words with a colon in them need quotes: title: "Toledo: Late"',
  MISSING_CHAR: COLUMNS,
  MULTILINE_IMPLICIT_KEY: "a name needs a colon and a blank after it, title: Tee",
  MULTIPLE_DOCS: "a line of three dashes begins another document here; take it out",
  RESOURCE_EXHAUSTION: "brackets or indented lines are nested too deeply here",
  TAB_AS_INDENT: "a tab cannot indent; use blanks",
  UNEXPECTED_TOKEN:
    "something here does not belong; words with quotes or brackets in them need quotes around the whole text",
};

/** Options for the YAML of the content folder: every value is text, except `null` and `~`, which mean no value. */
export const CONTENT_YAML = { schema: "failsafe", customTags: ["null"] } as const satisfies ParseOptions &
  SchemaOptions;

/**
 * Parses YAML of the content folder. The library would compare each name of a map with each other one, which takes five
 * seconds for 20,000 names.
 */
export function parseContentYaml(source: string, options?: ParseOptions): Document.Parsed {
  const document = parseDocument(source, { ...CONTENT_YAML, prettyErrors: false, ...options, uniqueKeys: false });
  const duplicates: YAMLParseError[] = [];
  visit(document, {
    Map(_, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (known.has(key.value)) {
          duplicates.push(new YAMLParseError([at, at + 1], "DUPLICATE_KEY", "Map keys must be unique"));
        }
        known.add(key.value);
      }
    },
  });
  if (duplicates.length > 0) {
    document.errors.push(...duplicates);
    document.errors.sort((one, other) => one.pos[0] - other.pos[0]);
  }
  return document;
}

/** The parts of valibot schemas that hold other schemas. */
type Schema = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
};

/**
 * Reads a YAML file in which every value is text. If a key of the schema has no value, or `null`, it counts as missing.
 *
 * @param name the file's path as the owner knows it, `store/products.yaml`
 * @param firstLine line of the file on which the source begins
 * @throws {Error} with a message that names the file, the lines and the issues
 */
export function readYamlFile<Form extends v.GenericSchema>(
  name: string,
  source: string,
  schema: Form,
  firstLine = 1,
): ContentFile<v.InferOutput<Form>> {
  const { document, lineAt } = parseYaml(name, source, firstLine);
  const value = withoutBlanks(toPlainValue(name, document, lineAt), schema);
  const findLine = (path: Issue["path"]) => lineAt(findPosition(document, path) ?? 0);
  return validateFile(name, { value, findLine }, schema);
}

/**
 * Parses a YAML file.
 *
 * @param firstLine line of the file on which the source begins
 * @throws {Error} with a message that names the file, the lines and what is wrong with the YAML
 */
export function parseYaml(name: string, source: string, firstLine = 1) {
  const lines = new LineCounter();
  const document = parseContentYaml(source, { lineCounter: lines });
  const lineAt = (position: number) => lines.linePos(position).line + firstLine - 1;
  // Between braces, `1,000,000` gives the key `000` twice. After any other error, the document may be parsed wrongly.
  const isReliable = document.errors.every(({ code }) => code === "DUPLICATE_KEY");
  const split = isReliable ? findSplitValues(document, source) : [];
  if (split.length > 0) throw new Error(joinIssues(name, split, ({ at, message }) => `line ${lineAt(at)}: ${message}`));
  if (document.errors.length > 0) {
    // One mistake causes many errors, in its own line and below. The first error describes it.
    const errors = isReliable ? document.errors : document.errors.slice(0, 1);
    const describe = (error: YAMLError) => `line ${lineAt(error.pos[0])}: ${toMessage(error, source, document.errors)}`;
    throw new Error(joinIssues(name, errors, describe));
  }
  return { document, lineAt };
}

function toMessage({ code, message, pos }: YAMLError, source: string, all: readonly YAMLError[]): string {
  if (code === "DUPLICATE_KEY") {
    const key = /^[^\s:]+/.exec(source.slice(pos[0]))?.[0];
    return `"${key}" is there twice; keep one of them`;
  }
  // If a closing quote is missing, the library reports the error at the end of the file.
  if (code === "MISSING_CHAR" && pos[0] >= source.trimEnd().length) return "quotes that open above do not close";
  // YAML reads a line with more indentation as a part of the value above it. The wrong indentation then causes the
  // error about a colon.
  const isContinuedBelow = all.some((other) => other.code === "MULTILINE_IMPLICIT_KEY");
  if (code === "BLOCK_AS_IMPLICIT_KEY" && isContinuedBelow) return COLUMNS;
  return MESSAGES[code] ?? message;
}

/**
 * Returns the plain value of a YAML file; `{}` if it is empty.
 *
 * @throws {Error} with a message that names the file and the line if an alias repeats nothing
 */
export function toPlainValue(name: string, document: Document.Parsed, lineAt: (position: number) => number): unknown {
  try {
    return document.toJS() ?? {};
  } catch (cause) {
    let found: number | undefined;
    visit(document, {
      Alias(_, node) {
        if (node.resolve(document)) return undefined;
        found = node.range?.[0];
        return visit.BREAK;
      },
    });
    const message = found === undefined && cause instanceof Error ? cause.message : MESSAGES.BAD_ALIAS;
    throw new Error(`${name}, line ${lineAt(found ?? 0)}: ${message}`, { cause });
  }
}

/** Removes keys of the schema that have no value. Unknown keys stay, so that the schema rejects them. */
function withoutBlanks(value: unknown, schema: v.GenericSchema | undefined): unknown {
  // An object schema has `entries`, an array schema `item`, an optional schema `wrapped`.
  const parts = schema as Schema | undefined;
  if (parts?.wrapped) return withoutBlanks(value, parts.wrapped);
  // The schema library treats a list as an object without keys, and would accept it where every key is optional.
  if (Array.isArray(value) && parts?.entries) return null;
  if (Array.isArray(value)) return value.map((item) => withoutBlanks(item, parts?.item));
  if (typeof value !== "object" || value === null) return value;
  const entries = parts?.entries ?? {};
  const isBlank = (inner: unknown) => inner === "" || inner === null;
  const written = Object.entries(value).filter(([key, inner]) => !(isBlank(inner) && Object.hasOwn(entries, key)));
  return Object.fromEntries(
    written.map(([key, inner]) => [key, withoutBlanks(inner, Object.hasOwn(entries, key) ? entries[key] : undefined)]),
  );
}

function findPosition(document: Document.Parsed, path: Issue["path"]): number | undefined {
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
