import { isSeq, parseDocument, Scalar } from "yaml";
import { CONTENT_YAML } from "../yaml-file.ts";

/** Where a text is written: inside of braces, more characters need quotes. */
export type Context = "block" | "flow";

/** Whether YAML reads a text that is written without quotes as exactly this text. */
function isPlain(text: string, context: Context): boolean {
  if (/[\r\n\t]/.test(text) || text.trim() !== text || text === "") return false;
  const source = context === "flow" ? `k: [${text}]` : `k: ${text}`;
  const document = parseDocument(source, CONTENT_YAML);
  if (document.errors.length > 0 || document.warnings.length > 0) return false;
  const found = document.get("k", true);
  const scalar = isSeq(found) && found.items.length === 1 ? found.items[0] : found;
  return scalar instanceof Scalar && scalar.value === text && scalar.type === Scalar.PLAIN && !scalar.comment;
}

/** Writes a text between double quotes. JSON's escapes are YAML's too. */
function inDoubleQuotes(text: string): string {
  // JSON does not escape these characters, but YAML reads them as line breaks or leaves them out.
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Writes a text as a block scalar, `|` or `>`. */
function asBlock(text: string, { type, indent, newline, width = Infinity }: Written): string | undefined {
  // Lines that begin or end with blanks would need marks that people do not know.
  if (/^\n|(^|\n)[ \t]|[ \t](\n|$)|\n\n$/.test(text) || /[^\P{Cc}\n\t]|[\u2028\u2029\ufeff]/u.test(text))
    return undefined;
  const isFolded = type === Scalar.BLOCK_FOLDED;
  const header = `${isFolded ? ">" : "|"}${text.endsWith("\n") ? "" : "-"}`;
  const content = text.replace(/\n$/, "");
  const lines = (isFolded ? fold(content, width) : content).split("\n");
  return `${header}${newline}${lines.map((line) => (line === "" ? "" : indent + line)).join(newline)}`;
}

/** Breaks lines between words. YAML reads a single line break as a blank, and drops one of several. */
function fold(text: string, width: number): string {
  return text.replaceAll(/\n+/g, "\n$&").replaceAll(/[^\n]+/g, (line) => {
    const lines: string[] = [];
    for (const word of line.split(/(?<=\S) (?=\S)/)) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.join("\n");
  });
}

/**
 * How a text was written before.
 *
 * @property indent the indentation of the lines of a block scalar
 * @property width the longest line of a folded text, without its indentation
 */
export type Written = {
  type?: Scalar.Type | undefined;
  context: Context;
  indent: string;
  newline: string;
  width?: number;
};

/** Writes a text as YAML, in the style that it had before, if that style can hold it. */
export function renderScalar(text: string, style: Written): string {
  const { type, context } = style;
  const isBlock = type === Scalar.BLOCK_LITERAL || type === Scalar.BLOCK_FOLDED;
  if (context === "block" && (isBlock || text.includes("\n"))) {
    const block = text === "" ? undefined : asBlock(text, style);
    if (block !== undefined) return block;
  }
  if (type === Scalar.QUOTE_SINGLE && !/[\r\n\t\u0085\u2028\u2029\ufeff]/.test(text))
    return `'${text.replaceAll("'", "''")}'`;
  if (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE) return inDoubleQuotes(text);
  return isPlain(text, context) ? text : inDoubleQuotes(text);
}
