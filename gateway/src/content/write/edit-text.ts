import type { ContentEdit, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { editValue, isEqual, isList, isNamed, NoSuchPlace, valueAt } from "@porchlight/protocol/content-values.ts";
import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { CONTENT_YAML } from "../yaml-file.ts";
import { findEdits } from "./find-edits.ts";
import { lineEndingOf } from "./markdown-parts.ts";
import { type Context, renderScalar, type Written } from "./scalars.ts";

/** How a file is written. JSON is read as YAML between braces, and written as JSON. */
export type Format = "yaml" | "json";

const NOT_HERE = "This place of the file cannot be changed here; change it in the file itself";

/** A list or the names of a map, in a file that was parsed with its source. */
type Collection = YAMLMap.Parsed | YAMLSeq.Parsed;

/** A part of the source: an item of a list with its dash, or a name with its value; with its own comments. */
type Span = { from: number; to: number };

/** What an edit of the source needs. */
type Source = { text: string; document: Document.Parsed; format: Format; newline: string };

/** A text and its plain value. */
type State = { source: Source; value: FileValue };

/**
 * Applies edits to a YAML or JSON text. Only the bytes of what changes are written anew.
 *
 * @throws {NoSuchPlace} if the path of an edit leads nowhere
 * @throws {NotRepresentable} if the file cannot hold the result
 */
export function editText(text: string, format: Format, edits: readonly ContentEdit[]): string {
  return edits.reduce(applyEdit, parse(text, format)).source.text;
}

/** The change would touch other values too, such as those that a YAML alias repeats. */
export class NotRepresentable extends Error {
  override readonly name = "NotRepresentable";
}

/** @throws {NotRepresentable} if the text is not valid, or a YAML alias repeats nothing */
function parse(text: string, format: Format): State {
  // In JSON a number may be written in many ways, and as text it stays as it is.
  const document = parseDocument(text, {
    ...CONTENT_YAML,
    keepSourceTokens: true,
    prettyErrors: false,
    strict: format === "yaml",
  });
  if (document.errors.length > 0) throw new NotRepresentable(NOT_HERE);
  try {
    const value = format === "json" ? JSON.parse(text) : (document.toJS() ?? {});
    return { source: { text, document, format, newline: lineEndingOf(text) }, value };
  } catch (cause) {
    throw new NotRepresentable(NOT_HERE, { cause });
  }
}

function applyEdit(state: State, edit: ContentEdit): State {
  const { source, value } = state;
  const wanted = editValue(value, edit);
  if (isEqual(value, wanted)) return state;
  // A value that replaces a list or a map changes only what is different in it.
  const parts = "set" in edit ? findEdits(valueAt(value, edit.path), edit.set, edit.path) : [];
  const [first] = parts;
  const isWhole = parts.length === 1 && first && "set" in first && first.path.length === edit.path.length;
  if (parts.length > 0 && !isWhole) return parts.reduce(applyEdit, state);
  const after = parse(spliceEdit(source, edit), source.format);
  if (!isEqual(after.value, wanted)) throw new NotRepresentable(NOT_HERE);
  return after;
}

function spliceEdit(source: Source, edit: ContentEdit): string {
  const { path } = edit;
  const last = path.at(-1);
  if (last === undefined) {
    if (!("set" in edit)) throw new NoSuchPlace("This cannot be done to a whole file");
    return replaceRoot(source, edit.set);
  }
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(source.document, parentPath);
  if (!isCollection(parent) || isEmpty(parent)) {
    // The parent is missing or empty: it is written whole, with the new value in it.
    const value = "set" in edit ? edit.set : "insert" in edit ? edit.insert : undefined;
    if (value === undefined) throw new NoSuchPlace("There is nothing to change here");
    const whole = typeof last === "number" ? [value] : { [last]: value };
    if (parentPath.length === 0) return replaceRoot(source, whole);
    return spliceEdit(source, { path: parentPath, set: whole });
  }
  if ("moveTo" in edit) return moveItem(source, parent, Number(last), edit.moveTo);
  if ("remove" in edit) return removePart(source, parent, parentPath, last);
  if ("insert" in edit) return insertItem(source, parent, Number(last), edit.insert);
  const at = indexIn(parent, last);
  if (at >= 0) return replaceValue(source, parent, at, edit.set);
  return isSeq(parent)
    ? insertItem(source, parent, parent.items.length, edit.set)
    : insertName(source, parent, path, edit.set);
}

function nodeAt(document: Document.Parsed, path: ValuePath): ParsedNode | null {
  let node: ParsedNode | null = document.contents;
  for (const part of path) {
    if (!isCollection(node)) return null;
    const at = indexIn(node, part);
    node = at < 0 ? null : valueNode(node, at);
  }
  return node;
}

function indexIn(collection: Collection, part: string | number): number {
  if (isSeq(collection)) return Number(part) < collection.items.length ? Number(part) : -1;
  return collection.items.findIndex(({ key }) => String(key) === String(part));
}

function valueNode(collection: Collection, at: number): ParsedNode | null {
  if (isSeq(collection)) return collection.items[at] ?? null;
  return collection.items[at]?.value ?? null;
}

function isEmpty({ items }: Collection): boolean {
  return items.length === 0;
}

function isFlow(collection: Collection): boolean {
  return collection.srcToken?.type === "flow-collection";
}

/** Where an item begins and ends in the source, without its comments. */
function coreOf({ text }: Source, collection: Collection, at: number): Span {
  const item = collection.items[at];
  if (isPair(item)) {
    const { key, value } = item as YAMLMap.Parsed["items"][number];
    return { from: key.range[0], to: value && hasSource(value) ? endOf(text, value) : endOfName(text, key.range[1]) };
  }
  const node = item as ParsedNode;
  if (isFlow(collection)) return { from: node.range[0], to: endOf(text, node) };
  const tokens = collection.srcToken?.type === "block-seq" ? collection.srcToken.items : [];
  const dashes = tokens.flatMap(({ start }) => start.filter(({ type }) => type === "seq-item-ind"));
  const from = dashes[at]?.offset ?? node.range[0];
  return { from, to: hasSource(node) ? endOf(text, node) : from + 1 };
}

/** Whether a value is written at all: `key:` has none. */
function hasSource(node: ParsedNode): boolean {
  return isCollection(node) || isAlias(node) || node.range[1] > node.range[0];
}

function endOfName(text: string, from: number): number {
  return text.indexOf(":", from) + 1 || from;
}

/** The end of a value, without the blanks and comments after it. */
function endOf(text: string, node: ParsedNode): number {
  if (isCollection(node) && !isFlow(node)) {
    const last = node.items.at(-1);
    if (isPair(last)) {
      const { key, value } = last as YAMLMap.Parsed["items"][number];
      return value && hasSource(value) ? endOf(text, value) : endOfName(text, key.range[1]);
    }
    if (last) return endOf(text, last as ParsedNode);
  }
  const [from, to] = node.range;
  // A text in a block ends with its last line break.
  return from + text.slice(from, to).trimEnd().length;
}

/**
 * The items of a collection with the comments that belong to them: those on the same line, the lines directly above in
 * the same column, and further indented lines directly below.
 */
function spansOf(source: Source, collection: Collection): Span[] {
  const { text } = source;
  const cores = collection.items.map((_, at) => coreOf(source, collection, at));
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

/** The start of the comments directly above, in the same column. @param end where the part before ends */
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
function endOfComments(text: string, at: number, column: number): number {
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
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

function splice(text: string, { from, to }: Span, replacement: string): string {
  return text.slice(0, from) + replacement + text.slice(to);
}

function replaceRoot(source: Source, value: FileValue): string {
  const { text, document, format, newline } = source;
  const { contents } = document;
  if (format === "json") {
    const indented = JSON.stringify(value, null, indentStep(source)).replaceAll("\n", newline);
    return contents ? splice(text, { from: contents.range[0], to: contents.range[1] }, indented) : indented + newline;
  }
  const written = isEmptyValue(value) ? renderInline(value, source) : renderLines(value, "", source).join(newline);
  if (contents && hasSource(contents)) {
    const [from, to] = [contents.range[0], endOf(text, contents)];
    // A comment behind the old value comes to stand above the new one.
    const comment = text.slice(to, lineEnd(text, to)).trim();
    return splice(
      text,
      { from, to: to + text.slice(to, lineEnd(text, to)).trimEnd().length },
      (comment && comment + newline) + written,
    );
  }
  const separator = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${separator}${written}${newline}`;
}

function replaceValue(source: Source, parent: Collection, at: number, value: FileValue): string {
  const { text } = source;
  const node = valueNode(parent, at);
  const core = coreOf(source, parent, at);
  if (node && isScalar(node) && hasSource(node) && !(isList(value) || isNamed(value))) {
    const isBlock = node.srcToken?.type === "block-scalar";
    const [from, to] = [node.range[0], isBlock ? node.range[1] : endOf(text, node)];
    // A comment on the same line would end up in a text of several lines.
    const hasComment = !isBlock && text.slice(to, lineEnd(text, to)).trim() !== "";
    const context = hasComment && String(value).includes("\n") ? "flow" : contextOf(source, parent);
    const indent = blockIndent(source, parent, node);
    const lines = isBlock ? text.slice(from, to).split(/\r?\n/).slice(1) : [];
    const width = Math.max(...lines.map((line) => line.length - indent.length));
    // An empty text had to have quotes; what replaces it may need none.
    const type = node.value === "" ? undefined : node.type;
    const written = renderValue(value, source, { type, context, indent, width });
    // A text in a block holds its last line break; the next line follows it.
    const ending = isBlock && text.slice(from, to).endsWith("\n") && !written.endsWith("\n") ? source.newline : "";
    return splice(text, { from, to }, written + ending);
  }
  // Everything after the name, or after the dash, is written anew.
  const item = parent.items[at];
  const begin = isPair(item)
    ? endOfName(text, (item as YAMLMap.Parsed["items"][number]).key.range[1])
    : isFlow(parent)
      ? core.from
      : core.from + 1;
  const inline = contextOf(source, parent) === "flow";
  const written = inline
    ? renderFlow(value, source, indentOfLine(text, core.from))
    : renderBelow(value, source, parent, core.from);
  const space = inline && isSeq(parent) ? "" : inline ? " " : "";
  const end = Math.max(begin, core.to);
  const comment = text.slice(end, lineEnd(text, end)).trimEnd();
  if (inline || comment === "" || !written.includes("\n"))
    return splice(text, { from: begin, to: end }, space + written);
  // The comment on this line stays on it, and the lines of the value follow.
  if (!(isList(value) || isNamed(value))) {
    const quoted = renderValue(value, source, { context: "flow", indent: "" });
    return splice(text, { from: begin, to: end }, ` ${quoted}`);
  }
  const indent = " ".repeat(columnOf(text, core.from) + 2);
  const lines = isSeq(parent) ? `${source.newline}${indent}${written.trimStart()}` : written;
  return splice(text, { from: begin, to: end + comment.length }, ` ${comment.trimStart()}${lines}`);
}

function contextOf({ format }: Source, collection: Collection): Context {
  return format === "json" || isFlow(collection) ? "flow" : "block";
}

function indentOfLine(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? "";
}

/** The indentation for the lines of a text in a block. */
function blockIndent({ text }: Source, parent: Collection, node: ParsedNode): string {
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

type ScalarStyle = Omit<Written, "newline">;

function renderValue(value: FileValue, { format, newline }: Source, style: ScalarStyle): string {
  if (format === "json") return JSON.stringify(value);
  if (value === null) return "null";
  return renderScalar(String(value), { ...style, newline });
}

function isEmptyValue(value: FileValue): boolean {
  return isList(value) ? value.length === 0 : isNamed(value) && Object.keys(value).length === 0;
}

/** A value on one line, between braces. */
function renderInline(value: FileValue, source: Source): string {
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

function renderKey(key: string, source: Source): string {
  return source.format === "json"
    ? JSON.stringify(key)
    : renderScalar(key, { context: "flow", indent: "", newline: source.newline });
}

/** A value between braces. In JSON, a value that is not short gets lines of its own. */
function renderFlow(value: FileValue, source: Source, indent: string): string {
  const isOneLine = !source.text.trim().includes("\n");
  if (source.format !== "json" || isOneLine || !(isList(value) || isNamed(value)) || isEmptyValue(value))
    return renderInline(value, source);
  const step = indentStep(source);
  return JSON.stringify(value, null, step).replaceAll("\n", `${source.newline}${indent}`);
}

function indentStep({ text }: Source): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

/** A value after a name or a dash, with the blank or the line break before it. */
function renderBelow(value: FileValue, source: Source, parent: Collection, from: number): string {
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

/** Whether the lists of this file stand further right than their names. */
function indentsLists({ text }: Source): boolean {
  const found = /^([ ]*)[^\s#-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*([ ]*)- /m.exec(text);
  return !found || (found[2] ?? "").length > (found[1] ?? "").length;
}

/** The lines of a list or of names, each with its indentation. */
function renderLines(value: FileValue, indent: string, source: Source): string[] {
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
    // Short lists of words stand on one line.
    if (isList(inner) && inner.every((item) => !(isList(item) || isNamed(item)) && !String(item).includes("\n"))) {
      return [`${name} ${renderInline(inner, source)}`];
    }
    const lines = block(inner, `${indent}  `);
    return lines ? [name, ...lines] : [`${name} ${scalar(inner, `${indent}  `)}`];
  });
}

/** What stands between two items: a comma, or a line break with the empty lines that the file has there. */
function separatorOf(source: Source, collection: Collection, spans: readonly Span[]): string {
  const { text, newline } = source;
  const [first, second] = spans;
  const last = spans.at(-1);
  if (isFlow(collection)) {
    const between = first && second ? text.slice(first.to, second.from) : "";
    if (/^\s*,\s*$/.test(between)) return between;
    const open = text.slice(collection.range[0] + 1, first?.from);
    return open.includes("\n") ? `,${open.replace(/[^\S\n]*$/, (blanks) => blanks)}` : ", ";
  }
  const column = first ? columnOf(text, collection.items.length > 1 && second ? second.from : first.from) : 0;
  const isSpaced = spans.length > 1 && spans.every(({ from }, at) => at === 0 || isBlankAbove(text, from));
  const indent = " ".repeat(first && last ? Math.min(column, columnOf(text, first.from)) : 0);
  return `${newline}${isSpaced ? newline : ""}${indent}`;
}

function isBlankAbove(text: string, at: number): boolean {
  const above = lineStart(text, at) - 1;
  return above > 0 && text.slice(lineStart(text, above), above).trim() === "";
}

function insertItem(source: Source, list: Collection, at: number, value: FileValue): string {
  if (!isSeq(list)) throw new NoSuchPlace("This is no list");
  const spans = spansOf(source, list);
  return insertSpan(source, list, spans, at, renderItem(source, list, spans, value));
}

function renderItem(source: Source, list: Collection, spans: readonly Span[], value: FileValue): string {
  const { text } = source;
  const [first] = spans;
  const from = first?.from ?? list.range[0];
  if (contextOf(source, list) === "flow") {
    // Items on one line each have such a neighbour.
    const isShort = spans.some((span) => text[span.from] === "{" && !text.slice(span.from, span.to).includes("\n"));
    const indent = indentOfLine(text, from);
    return isShort || !text.slice(list.range[0], list.range[1]).includes("\n")
      ? renderInline(value, source)
      : renderFlow(value, source, indent);
  }
  const node = valueNode(list, 0);
  const isInline = isCollection(node) && isFlow(node);
  const indent = " ".repeat(columnOf(text, coreOf(source, list, 0).from));
  if (isInline) return `- ${renderInline(value, source)}`;
  return renderLines([value], indent, source).join(source.newline).slice(indent.length);
}

function insertName(source: Source, map: Collection, path: ValuePath, value: FileValue): string {
  const name = String(path.at(-1));
  const spans = spansOf(source, map);
  const { text, newline } = source;
  const from = coreOf(source, map, 0).from;
  if (contextOf(source, map) === "flow") {
    const isOneLine = !text.slice(map.range[0], map.range[1]).includes("\n");
    const written = isOneLine ? renderInline(value, source) : renderFlow(value, source, indentOfLine(text, from));
    return insertSpan(source, map, spans, spans.length, `${renderKey(name, source)}: ${written}`);
  }
  const indent = " ".repeat(columnOf(text, from));
  const lines = renderLines({ [name]: value }, indent, source)
    .join(newline)
    .slice(indent.length);
  // Names are not set apart by empty lines as items of a list are. Comments below the last name stay above.
  const before = spans[findPlace(source, map, path) - 1];
  const end = before ? endOfComments(text, before.to, indent.length + (before === spans.at(-1) ? 0 : 1)) : map.range[0];
  return splice(text, { from: end, to: end }, `${newline}${indent}${lines}`);
}

/** Finds the place of a new name: behind the name that it follows in another item of the list, else at the end. */
function findPlace({ document }: Source, map: Collection, path: ValuePath): number {
  const inList = path.findLastIndex((part) => typeof part === "number");
  const list = inList < 0 ? null : nodeAt(document, path.slice(0, inList));
  const name = String(path.at(-1));
  for (const at of isCollection(list) ? list.items.keys() : []) {
    const names = namesOf(nodeAt(document, path.with(inList, at).slice(0, -1)));
    const place = names.indexOf(name);
    if (place < 0) continue;
    const known = namesOf(map);
    const before = names.slice(0, place).findLast((one) => known.includes(one));
    if (before !== undefined) return known.indexOf(before) + 1;
  }
  return map.items.length;
}

function namesOf(node: ParsedNode | null): string[] {
  return isCollection(node) ? node.items.flatMap((item) => (isPair(item) ? String(item.key) : [])) : [];
}

function insertSpan(
  source: Source,
  collection: Collection,
  spans: readonly Span[],
  at: number,
  written: string,
): string {
  const { text } = source;
  const separator = separatorOf(source, collection, spans);
  const before = spans[at - 1];
  const after = spans[at];
  if (after) return splice(text, { from: after.from, to: after.from }, written + separator);
  const end = before?.to ?? collection.range[0] + 1;
  const [line = "", comma = "", comment = ""] = (isFlow(collection) && COMMENT_BEHIND.exec(text.slice(end))) || [];
  if (before && line !== "") {
    // The comment of the last item stays behind it.
    const indent = source.newline + indentOfLine(text, before.from);
    return splice(text, { from: end, to: end + line.length }, `,${comment}${indent}${written}${comma}`);
  }
  return splice(text, { from: end, to: end }, separator + written);
}

/** A comment on the line of an item between brackets, with the comma before it. */
const COMMENT_BEHIND = /^([ \t]*,)?([ \t]+#[^\r\n]*)/;

function removePart(source: Source, parent: Collection, parentPath: ValuePath, part: string | number): string {
  const at = indexIn(parent, part);
  if (at < 0) throw new NoSuchPlace(`There is no "${part}" here`);
  if (parent.items.length === 1) {
    const empty: FileValue = isSeq(parent) ? [] : {};
    return parentPath.length === 0 ? replaceRoot(source, empty) : replaceWhole(source, parentPath, empty);
  }
  const { text } = source;
  const spans = spansOf(source, parent);
  const [span, before, after] = [spans[at], spans[at - 1], spans[at + 1]];
  if (!span) throw new NoSuchPlace(`There is no "${part}" here`);
  const gaps = text.slice(before?.to ?? span.from, span.from) + text.slice(span.to, after?.from ?? span.to);
  if (isFlow(parent) && (gaps.includes("#") || COMMENT_BEHIND.test(text.slice(span.to, lineEnd(text, span.to))))) {
    return removeBesideComments(text, span, before, after);
  }
  // The separator goes with the item: the one after it, or of the last item the one before it.
  const [from, to] = after ? [span.from, after.from] : [before?.to ?? span.from, span.to];
  return splice(text, { from, to }, "");
}

/** Removes an item between brackets with the comment on its own line. Those of its neighbours stay. */
function removeBesideComments(text: string, span: Span, before: Span | undefined, after: Span | undefined): string {
  const behind = COMMENT_BEHIND.exec(text.slice(span.to))?.[0] ?? /^[ \t]*,?/.exec(text.slice(span.to))?.[0] ?? "";
  const to = span.to + behind.length;
  const blanks = /^\s*/.exec(text.slice(to))?.[0] ?? "";
  if (after) return splice(text, { from: span.from, to: to + blanks.length }, "");
  // A comma may stand behind the last item.
  const gap = text.slice(before?.to ?? span.from, span.from).trimEnd();
  return splice(text, { from: (before?.to ?? span.from) + gap.length, to }, "");
}

function replaceWhole(source: Source, path: ValuePath, value: FileValue): string {
  const parent = nodeAt(source.document, path.slice(0, -1));
  const last = path.at(-1);
  if (!isCollection(parent) || last === undefined) return replaceRoot(source, value);
  return replaceValue(source, parent, indexIn(parent, last), value);
}

function moveItem(source: Source, list: Collection, at: number, to: number): string {
  const { text } = source;
  const spans = spansOf(source, list);
  const parts = spans.map((span) => text.slice(span.from, span.to));
  const [moved = ""] = parts.splice(at, 1);
  parts.splice(to, 0, moved);
  // What stands between the items stays where it is.
  let written = "";
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    written += parts[index] + (next ? text.slice(span.to, next.from) : "");
  }
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? splice(text, { from: first.from, to: last.to }, written) : text;
}
