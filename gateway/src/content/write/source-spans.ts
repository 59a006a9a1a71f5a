/** Where the parts of a YAML or JSON text begin and end. */
import type { ValuePath } from "@porchlight/protocol/content-editing.ts";
import { type Document, isAlias, isCollection, isPair, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from "yaml";
import type { Context } from "./scalars.ts";

/** How a file is written. JSON is read as YAML between braces, and written as JSON. */
export type Format = "yaml" | "json";

/** A list or the names of a map, in a file that was parsed with its source. */
export type Collection = YAMLMap.Parsed | YAMLSeq.Parsed;

/** A part of the source: an item of a list with its dash, or a name with its value; with its own comments. */
export type Span = { from: number; to: number };

/** What an edit of the source needs. */
export type Source = { text: string; document: Document.Parsed; format: Format; newline: string };

export function nodeAt(document: Document.Parsed, path: ValuePath): ParsedNode | null {
  let node: ParsedNode | null = document.contents;
  for (const part of path) {
    if (!isCollection(node)) return null;
    const at = indexIn(node, part);
    node = at < 0 ? null : valueNode(node, at);
  }
  return node;
}

export function indexIn(collection: Collection, part: string | number): number {
  if (isSeq(collection)) return Number(part) < collection.items.length ? Number(part) : -1;
  return collection.items.findIndex(({ key }) => String(key) === String(part));
}

export function valueNode(collection: Collection, at: number): ParsedNode | null {
  if (isSeq(collection)) return collection.items[at] ?? null;
  return collection.items[at]?.value ?? null;
}

export function isEmpty({ items }: Collection): boolean {
  return items.length === 0;
}

export function isFlow(collection: Collection): boolean {
  return collection.srcToken?.type === "flow-collection";
}

/** Where an item begins and ends in the source, without its comments. @param dashes of the list, for many calls */
export function coreOf({ text }: Source, collection: Collection, at: number, dashes = dashesOf(collection)): Span {
  const item = collection.items[at];
  if (isPair(item)) {
    const { key, value } = item as YAMLMap.Parsed["items"][number];
    return { from: key.range[0], to: value && hasSource(value) ? endOf(text, value) : endOfName(text, key.range[1]) };
  }
  const node = item as ParsedNode;
  if (isFlow(collection)) return { from: node.range[0], to: endOf(text, node) };
  const from = dashes[at] ?? node.range[0];
  return { from, to: hasSource(node) ? endOf(text, node) : from + 1 };
}

/** Where the dash of each item is. */
function dashesOf({ srcToken }: Collection): number[] {
  const tokens = srcToken?.type === "block-seq" ? srcToken.items : [];
  return tokens.flatMap(({ start }) => start.flatMap(({ type, offset }) => (type === "seq-item-ind" ? offset : [])));
}

/** Whether a value is written at all: `key:` has none. */
export function hasSource(node: ParsedNode): boolean {
  return isCollection(node) || isAlias(node) || node.range[1] > node.range[0];
}

export function endOfName(text: string, from: number): number {
  return text.indexOf(":", from) + 1 || from;
}

/** The end of a value, without the blanks and comments after it. */
export function endOf(text: string, node: ParsedNode): number {
  if (isCollection(node) && !isFlow(node)) {
    const last = node.items.at(-1);
    if (isPair(last)) {
      const { key, value } = last as YAMLMap.Parsed["items"][number];
      return value && hasSource(value) ? endOf(text, value) : endOfName(text, key.range[1]);
    }
    if (last) return endOf(text, last as ParsedNode);
  }
  const [from, to] = node.range;
  // The range of a block scalar includes its last line break.
  return from + text.slice(from, to).trimEnd().length;
}

/**
 * The items of a collection with the comments that belong to them: those on the same line, the lines directly above in
 * the same column, and further indented lines directly below.
 */
export function spansOf(source: Source, collection: Collection): Span[] {
  const { text } = source;
  const dashes = dashesOf(collection);
  const cores = collection.items.map((_, at) => coreOf(source, collection, at, dashes));
  if (isFlow(collection)) return cores;
  const starts = cores.map(({ from }, at) => startOfComments(text, from, cores[at - 1]?.to ?? 0));
  // Comments above the first item may be about the whole list or file, unless other items have comments of their own.
  const hasComments = starts.some((start, at) => at > 0 && start !== cores[at]?.from);
  return cores.map(({ from, to }, at) => {
    const start = starts[at] ?? from;
    const isOwn = at > 0 || (hasComments && lineStart(text, start) > 0);
    return { from: isOwn ? start : from, to: endOfComments(text, to, columnOf(text, from) + 1) };
  });
}

/** The start of the comments directly above, in the same column. @param end where the previous part ends */
function startOfComments(text: string, from: number, end: number): number {
  const column = columnOf(text, from);
  let start = from;
  while (start > 0 && text.slice(lineStart(text, start), start).trim() === "") {
    const above = lineStart(text, start) - 1;
    const line = text.slice(lineStart(text, above), Math.max(above, 0));
    if (above < 0 || (end > 0 && lineStart(text, above) <= end)) break;
    if (!/^[ \t]*#/.test(line) || line.search(/\S/) !== column) break;
    start = lineStart(text, above) + column;
  }
  return start;
}

/** The end of the comments on the same line and on the lines directly below, from a column on. */
export function endOfComments(text: string, at: number, column: number): number {
  let end = lineEnd(text, at);
  while (end < text.length) {
    const next = lineEnd(text, end + 1);
    const line = text.slice(end + 1, next);
    if (!/^[ \t]*#/.test(line) || line.search(/\S/) < column) break;
    end = next;
  }
  return text[end - 1] === "\r" ? end - 1 : end;
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The end of a line, before its line break. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

export function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

export function contextOf({ format }: Source, collection: Collection): Context {
  return format === "json" || isFlow(collection) ? "flow" : "block";
}

export function indentOfLine(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? "";
}

export function isBlankAbove(text: string, at: number): boolean {
  const above = lineStart(text, at) - 1;
  return above > 0 && text.slice(lineStart(text, above), above).trim() === "";
}
