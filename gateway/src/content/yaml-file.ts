import type * as v from "valibot";
import {
  type Document,
  isCollection,
  isMap,
  LineCounter,
  type ParsedNode,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
  type YAMLError,
} from "yaml";
import { checkForm, listed, type Mistake, type OwnersFile } from "./owners-file.ts";
import { findCutOff } from "./yaml-commas.ts";

const COLUMNS = "here or below it a line does not begin in the same column as those it belongs to";

/** Lets an error be taken for what the owner did, in the owner's words. */
const WORDS_OF: Partial<Record<YAMLError["code"], string>> = {
  BAD_ALIAS: "words that begin with * need quotes around them",
  BAD_DQ_ESCAPE: "a \\ between double quotes must be written twice: \\\\",
  BAD_INDENT: COLUMNS,
  BAD_SCALAR_START: "words that begin with @, % or ` need quotes around them",
  BLOCK_AS_IMPLICIT_KEY: 'cannot be read; words with a colon in them need quotes: title: "Toledo: Late"',
  MISSING_CHAR: COLUMNS,
  MULTILINE_IMPLICIT_KEY: "a name needs a colon and a blank after it, title: Tee",
  MULTIPLE_DOCS: "a line of three dashes begins another document here; take it out",
  TAB_AS_INDENT: "a tab cannot indent; use blanks",
  UNEXPECTED_TOKEN:
    "something here does not belong; words with quotes or brackets in them need quotes around all of them",
};

/** How an owner's YAML is read: every value is text, but `null` and `~`, which are nothing, as editors take them. */
export const OWNERS_YAML = { schema: "failsafe", customTags: ["null"] } as const satisfies ParseOptions & SchemaOptions;

/** What kinds of checks hold, by which a key is known. */
type Check = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
};

/**
 * Reads a YAML file in which every value is text. A key that the schema knows and that stands without a value, or with
 * `null`, counts as not written.
 *
 * @param name as the owner knows the file, `store/products.yaml`
 * @param firstLine where the source begins in that file
 * @throws {Error} with a sentence that names the file, the lines and the mistakes
 */
export function readYamlFile<Schema extends v.GenericSchema>(
  name: string,
  source: string,
  schema: Schema,
  firstLine = 1,
): OwnersFile<v.InferOutput<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(source, {
    ...OWNERS_YAML,
    lineCounter: lines,
    prettyErrors: false,
  });
  const lineAt = (position: number) => lines.linePos(position).line + firstLine - 1;
  // The pieces of 1,000,000 are two names that are the same; of any other error the whole document is in doubt.
  const isWhole = document.errors.every(({ code }) => code === "DUPLICATE_KEY");
  const pieces = isWhole ? findCutOff(document, source) : [];
  if (pieces.length > 0) throw new Error(listed(name, pieces, ({ at, sentence }) => `line ${lineAt(at)}: ${sentence}`));
  if (document.errors.length > 0) {
    // One slip is many errors, of its line and of those below; the first says what it was.
    const errors = isWhole ? document.errors : document.errors.slice(0, 1);
    throw new Error(
      listed(name, errors, (error) => `line ${lineAt(error.pos[0])}: ${wordsOf(error, source, document.errors)}`),
    );
  }
  const value = withoutBlanks(plainValueOf(name, document, lineAt), schema);
  const lineOf = (path: Mistake["path"]) => lineAt(positionOf(document, path) ?? 0);
  return checkForm(name, { value, lineOf }, schema);
}

function wordsOf({ code, message, pos }: YAMLError, source: string, all: readonly YAMLError[]): string {
  if (code === "DUPLICATE_KEY") {
    const key = /^[^\s:]+/.exec(source.slice(pos[0]))?.[0];
    return `"${key}" is there twice; keep one of them`;
  }
  // What is missing at the end was looked for all the way.
  if (code === "MISSING_CHAR" && pos[0] >= source.trimEnd().length) return "quotes that open above do not close";
  // A value with a colon in it goes on below where the next line stands further in.
  const goesOn = all.some((other) => other.code === "MULTILINE_IMPLICIT_KEY");
  if (code === "BLOCK_AS_IMPLICIT_KEY" && goesOn) return COLUMNS;
  return WORDS_OF[code] ?? message;
}

function plainValueOf(name: string, document: Document.Parsed, lineAt: (position: number) => number): unknown {
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
    const sentence = found === undefined && cause instanceof Error ? cause.message : WORDS_OF.BAD_ALIAS;
    throw new Error(`${name}, line ${lineAt(found ?? 0)}: ${sentence}`, { cause });
  }
}

/** Keys without a value, where the schema knows them; any other is left for the schema to refuse. */
function withoutBlanks(value: unknown, schema: v.GenericSchema | undefined): unknown {
  // Checks of the library carry what their kind names.
  const check = schema as Check | undefined;
  if (check?.wrapped) return withoutBlanks(value, check.wrapped);
  if (Array.isArray(value)) return value.map((item) => withoutBlanks(item, check?.item));
  if (typeof value !== "object" || value === null) return value;
  const entries = check?.entries ?? {};
  const isBlank = (inner: unknown) => inner === "" || inner === null;
  const written = Object.entries(value).filter(([key, inner]) => !(isBlank(inner) && Object.hasOwn(entries, key)));
  return Object.fromEntries(
    written.map(([key, inner]) => [key, withoutBlanks(inner, Object.hasOwn(entries, key) ? entries[key] : undefined)]),
  );
}

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
