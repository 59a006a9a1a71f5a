import type { ContentEdit, FileValue, ValuePath } from "@porchlight/protocol/content-editing.ts";
import { editValue, isEqual, isList, isNamed, NoSuchPlace, valueAt } from "@porchlight/protocol/content-values.ts";
import { isCollection, isPair, isScalar, isSeq, type ParsedNode, type YAMLMap } from "yaml";
import { parseContentYaml } from "../yaml-file.ts";
import { findEdits } from "./find-edits.ts";
import { lineEndingOf } from "./markdown-parts.ts";
import {
  blockIndent,
  indentStep,
  isEmptyValue,
  renderBelow,
  renderFlow,
  renderInline,
  renderKey,
  renderLines,
  renderValue,
} from "./render-value.ts";
import {
  type Collection,
  columnOf,
  contextOf,
  coreOf,
  endOf,
  endOfComments,
  endOfName,
  type Format,
  hasSource,
  indentOfLine,
  indexIn,
  isBlankAbove,
  isEmpty,
  isFlow,
  lineEnd,
  nodeAt,
  type Source,
  type Span,
  spansOf,
  valueNode,
} from "./source-spans.ts";

const NOT_HERE = "This place of the file cannot be changed here; change it in the file itself";

/** A text and its plain value. */
type State = { source: Source; value: FileValue };

/**
 * Applies edits to a YAML or JSON text. Only the bytes of changed values are rewritten.
 *
 * @throws {NoSuchPlace} if the path of an edit leads nowhere
 * @throws {NotRepresentable} if the file cannot hold the result
 */
export function editText(text: string, format: Format, edits: readonly ContentEdit[]): string {
  const state = parse(text, format);
  // A value that replaces a list or a map changes only the values that differ.
  let value = state.value;
  const parts = edits.flatMap((edit) => {
    const before = value;
    value = editValue(value, edit);
    return "set" in edit ? findEdits(valueAt(before, edit.path), edit.set, edit.path) : edit;
  });
  // No text on the way is longer than the file and everything that is written into it.
  const most = Math.floor(MAX_PARSED / (text.length + JSON.stringify(edits).length));
  return (parts.length <= most ? parts : findEdits(state.value, value, [], most)).reduce(applyEdit, state).source.text;
}

/**
 * How many characters are parsed for the edits of a file, because each changed value parses the whole text again. With
 * more changes, whole lists or maps are replaced, without the comments in them.
 */
const MAX_PARSED = 2_000_000;

/** The change would touch other values too, such as those that a YAML alias repeats. */
export class NotRepresentable extends Error {
  override readonly name = "NotRepresentable";
}

/** @throws {NotRepresentable} if the text is not valid, or a YAML alias repeats nothing */
function parse(text: string, format: Format): State {
  // A number in JSON can be written in many ways. It is read as text, so it stays as the owner wrote it.
  const document = parseContentYaml(text, { keepSourceTokens: true, strict: format === "yaml" });
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
    // A comment after the old value moves above the new one.
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
    // An empty text needs quotes, but the text that replaces it may not.
    const type = node.value === "" ? undefined : node.type;
    const written = renderValue(value, source, { type, context, indent, width });
    // A block scalar includes the line break at its end, so the new text needs one as well.
    const ending = isBlock && text.slice(from, to).endsWith("\n") && !written.endsWith("\n") ? source.newline : "";
    return splice(text, { from, to }, written + ending);
  }
  // Everything after the name, or after the dash, is rewritten.
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

/** The separator between two items: a comma, or a line break with the empty lines that the file has there. */
function separatorOf(source: Source, collection: Collection, spans: readonly Span[]): string {
  const { text, newline } = source;
  const [first, second] = spans;
  if (isFlow(collection)) {
    const between = first && second ? text.slice(first.to, second.from) : "";
    if (/^\s*,\s*$/.test(between)) return between;
    const open = text.slice(collection.range[0] + 1, first?.from);
    return open.includes("\n") ? `,${open}` : ", ";
  }
  const isSpaced = spans.length > 1 && spans.every(({ from }, at) => at === 0 || isBlankAbove(text, from));
  // The first item may begin with a comment that is indented less.
  const column = Math.min(...spans.slice(0, 2).map(({ from }) => columnOf(text, from)));
  return `${newline}${isSpaced ? newline : ""}${" ".repeat(column)}`;
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
    // If an item between braces is on one line, the new item gets one line too.
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
  // Unlike items of a list, names are not separated by empty lines. Comments below the last name stay above the new
  // one.
  const before = spans[findPlace(source, map, path) - 1];
  const end = before ? endOfComments(text, before.to, indent.length + (before === spans.at(-1) ? 0 : 1)) : map.range[0];
  return splice(text, { from: end, to: end }, `${newline}${indent}${lines}`);
}

/** Finds the place of a new name: after the name that it follows in another item of the list, else at the end. */
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
    // The comment of the last item stays after it.
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
  // Removes a separator with the item: the one after it or, for the last item, the one before it.
  const [from, to] = after ? [span.from, after.from] : [before?.to ?? span.from, span.to];
  return splice(text, { from, to }, "");
}

/** Removes an item between brackets with the comment on its own line. The comments of its neighbours stay. */
function removeBesideComments(text: string, span: Span, before: Span | undefined, after: Span | undefined): string {
  const behind = COMMENT_BEHIND.exec(text.slice(span.to))?.[0] ?? /^[ \t]*,?/.exec(text.slice(span.to))?.[0] ?? "";
  const to = span.to + behind.length;
  const blanks = /^\s*/.exec(text.slice(to))?.[0] ?? "";
  if (after) return splice(text, { from: span.from, to: to + blanks.length }, "");
  // A comma may follow the last item.
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
  // The separators between the items do not move.
  let written = "";
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    written += parts[index] + (next ? text.slice(span.to, next.from) : "");
  }
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? splice(text, { from: first.from, to: last.to }, written) : text;
}
