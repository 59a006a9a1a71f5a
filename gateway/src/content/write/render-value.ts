/** Writes values as YAML or JSON, in the layout of the file around them. */
import type { FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed } from "@porchlight/protocol/content-values.ts";
import { isPair, isSeq, type ParsedNode, type YAMLMap } from "yaml";
import { renderScalar, type Written } from "./scalars.ts";
import { type Collection, columnOf, type Source } from "./source-spans.ts";

type ScalarStyle = Omit<Written, "newline">;

export function renderValue(value: FileValue, { format, newline }: Source, style: ScalarStyle): string {
  if (format === "json") return JSON.stringify(value);
  if (value === null) return "null";
  return renderScalar(String(value), { ...style, newline });
}

export function isEmptyValue(value: FileValue): boolean {
  return isList(value) ? value.length === 0 : isNamed(value) && Object.keys(value).length === 0;
}

/** A value on one line, between braces. */
export function renderInline(value: FileValue, source: Source): string {
  if (isList(value)) return `[${value.map((item) => renderInline(item, source)).join(", ")}]`;
  if (isNamed(value)) {
    if (isEmptyValue(value)) return "{}";
    const pairs = Object.entries(value).map(
      ([key, inner]) => `${renderKey(key, source)}: ${renderInline(inner, source)}`,
    );
    return `{ ${pairs.join(", ")} }`;
  }
  return renderValue(value, source, { context: "flow", indent: "" });
}

export function renderKey(key: string, source: Source): string {
  return source.format === "json"
    ? JSON.stringify(key)
    : renderScalar(key, { context: "flow", indent: "", newline: source.newline });
}

/** A value between braces. In JSON, a value that is not short gets lines of its own. */
export function renderFlow(value: FileValue, source: Source, indent: string): string {
  const isOneLine = !source.text.trim().includes("\n");
  if (source.format !== "json" || isOneLine || !(isList(value) || isNamed(value)) || isEmptyValue(value))
    return renderInline(value, source);
  const step = indentStep(source);
  return JSON.stringify(value, null, step).replaceAll("\n", `${source.newline}${indent}`);
}

export function indentStep({ text }: Source): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

/** A value after a name or a dash, with the blank or the line break before it. */
export function renderBelow(value: FileValue, source: Source, parent: Collection, from: number): string {
  const { text, newline } = source;
  if ((isList(value) || isNamed(value)) && !isEmptyValue(value)) {
    const column = columnOf(text, from);
    const isIndented = source.document.contents !== parent || indentsLists(source);
    const indent = " ".repeat(column + (isList(value) && !isIndented ? 0 : 2));
    const lines = renderLines(value, indent, source);
    if (isSeq(parent)) return ` ${lines.join(newline).trimStart()}`;
    return `${newline}${lines.join(newline)}`;
  }
  if (isList(value) || isNamed(value)) return ` ${renderInline(value, source)}`;
  return ` ${renderValue(value, source, { context: "block", indent: " ".repeat(columnOf(text, from) + 2) })}`;
}

/** Whether this file indents lists below their names. */
function indentsLists({ text }: Source): boolean {
  // The end of a comment includes its \r: if two parts could match that, many comments would take forever.
  const found = /^([ ]*)[^\s#-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*|\r)?\n)*([ ]*)- /m.exec(text);
  return !found || (found[2] ?? "").length > (found[1] ?? "").length;
}

/** The lines of a list or of names, each with its indentation. */
export function renderLines(value: FileValue, indent: string, source: Source): string[] {
  const block = (inner: FileValue, at: string) =>
    (isList(inner) || isNamed(inner)) && !isEmptyValue(inner) ? renderLines(inner, at, source) : undefined;
  const scalar = (inner: FileValue, at: string) =>
    isList(inner) || isNamed(inner)
      ? renderInline(inner, source)
      : renderValue(inner, source, { context: "block", indent: at });
  if (isList(value)) {
    return value.flatMap((item) => {
      const lines = block(item, `${indent}  `);
      if (!lines) return [`${indent}- ${scalar(item, `${indent}  `)}`];
      const [first = "", ...others] = lines;
      return [`${indent}- ${first.slice(indent.length + 2)}`, ...others];
    });
  }
  if (!isNamed(value)) return [indent + scalar(value, indent)];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = `${indent}${renderKey(key, source)}:`;
    // Short lists of words are on one line.
    if (isList(inner) && inner.every((item) => !(isList(item) || isNamed(item)) && !String(item).includes("\n"))) {
      return [`${name} ${renderInline(inner, source)}`];
    }
    const lines = block(inner, `${indent}  `);
    return lines ? [name, ...lines] : [`${name} ${scalar(inner, `${indent}  `)}`];
  });
}

/** The indentation for the lines of a block scalar. */
export function blockIndent({ text }: Source, parent: Collection, node: ParsedNode): string {
  if (node.srcToken?.type === "block-scalar") {
    const lines = text.slice(node.range[0], node.range[1]).split("\n").slice(1);
    const first = lines.find((line) => line.trim() !== "");
    const indent = first && /^ */.exec(first)?.[0];
    if (indent) return indent;
  }
  const first = parent.items[0];
  const from = isPair(first) ? (first as YAMLMap.Parsed["items"][number]).key.range[0] : node.range[0];
  return " ".repeat(columnOf(text, from) + 2);
}
