import type { ContentEdit, EditableFile, FileValue } from "@porchlight/protocol/content-editing.ts";
import { isNamed, NoSuchPlace } from "@porchlight/protocol/content-values.ts";
import { parseJson } from "../json-file.ts";
import { parseYaml, toPlainValue } from "../yaml-file.ts";
import { editText, NotRepresentable } from "./edit-text.ts";
import { endOfText, lineEndingOf, splitMarkdown } from "./markdown-parts.ts";
import type { Format } from "./source-spans.ts";

/** The first text of a file that does not exist yet. */
const NEW_FILE = { json: "{}\n", yaml: "", md: "---\n---\n" } as const;

/**
 * An edit does not fit the file. The message is a sentence for the owner.
 *
 * @property reason `no_such_place`: the path leads nowhere. `not_representable`: the file cannot hold the result, or
 * other values would change too.
 */
export class EditError extends Error {
  override readonly name = "EditError";
  readonly reason: "no_such_place" | "not_representable";
  constructor(reason: EditError["reason"], cause: Error) {
    super(cause.message, { cause });
    this.reason = reason;
  }
}

/**
 * Reads the plain value of a file that the owner edits: every value of YAML is text. A Markdown file is
 * `{ front: { … }, body: "…" }`; its body has no empty lines around it, and `\n` between its lines.
 *
 * @param text undefined if the file does not exist
 * @throws {Error} with the message of the log if the file cannot be parsed
 */
export function readValue(file: EditableFile, text: string | undefined): FileValue {
  if (text === undefined) return {};
  const source = text.replace(/^\uFEFF/, "");
  const format = formatOf(file);
  if (format === "md") {
    const { head, body } = splitMarkdown(file, text);
    return { front: readYaml(file, head, 2), body: body.replaceAll("\r\n", "\n") };
  }
  if (format === "yaml") return readYaml(file, source);
  // The parser of the content folder describes errors. If it accepts a file, the file is valid JSON.
  parseJson(file, source);
  return JSON.parse(source);
}

function readYaml(file: EditableFile, source: string, firstLine = 1): FileValue {
  const { document, lineAt } = parseYaml(file, source, firstLine);
  // YAML of the content folder has only texts, lists, names and null.
  return toPlainValue(file, document, lineAt) as FileValue;
}

/**
 * Applies edits to the text of a file, one after the other. Everything that they do not change stays, byte by byte.
 *
 * @param text undefined if the file does not exist
 * @throws {EditError} if an edit does not fit the file
 */
export function applyEdits(file: EditableFile, text: string | undefined, edits: readonly ContentEdit[]): string {
  const format = formatOf(file);
  const before = text ?? NEW_FILE[format];
  try {
    if (format !== "md") {
      // The mark would count as a column of the first line.
      const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
      return mark + editText(before.slice(mark.length), format, edits);
    }
    return editMarkdown(file, before, edits);
  } catch (error) {
    if (error instanceof NoSuchPlace) throw new EditError("no_such_place", error);
    if (error instanceof NotRepresentable) throw new EditError("not_representable", error);
    throw error;
  }
}

function editMarkdown(file: EditableFile, source: string, edits: readonly ContentEdit[]): string {
  const parts = edits.flatMap((edit): ContentEdit[] => {
    if (edit.path.length > 0 || !("set" in edit && isNamed(edit.set))) return [edit];
    const { front, body } = edit.set;
    return [
      ...(front === undefined ? [] : [{ path: ["front"], set: front }]),
      ...(body === undefined ? [] : [{ path: ["body"], set: body }]),
    ];
  });
  // The front matter and the body do not depend on each other.
  const inFront = parts.filter(({ path }) => path[0] === "front");
  const others = parts.filter(({ path }) => path[0] !== "front");
  return others.reduce((text, edit) => editBody(file, text, edit), editFront(file, source, inFront));
}

function editFront(file: EditableFile, source: string, edits: readonly ContentEdit[]): string {
  if (edits.length === 0) return source;
  const { before, head, between, body, after } = splitMarkdown(file, source);
  const inside = edits.map((edit) => ({ ...edit, path: edit.path.slice(1) }));
  const edited = editText(head, "yaml", inside).replace(/\r?\n$/, "");
  const separator = head === "" && edited !== "" ? lineEndingOf(source) : "";
  return before + edited + separator + between + body + after;
}

function editBody(file: EditableFile, source: string, edit: ContentEdit): string {
  const [part, ...path] = edit.path;
  const { before, head, between, body, after } = splitMarkdown(file, source);
  if (part !== "body" || path.length > 0 || !("set" in edit) || typeof edit.set !== "string") {
    throw new NoSuchPlace("A text has only names and a body");
  }
  const newline = lineEndingOf(source);
  if (edit.set === body.replaceAll("\r\n", "\n")) return source;
  // Markdown reads each of these as a line break.
  const lines = edit.set.replaceAll(/\r\n?/g, "\n");
  const text = lines
    .slice(0, endOfText(lines))
    .replace(/^(?:[ \t]*\n)+/, "")
    .replace(/^[ \t]+$/, "");
  const gap = between.endsWith("\n") ? "" : newline + newline;
  const ending = after === "" && text !== "" ? newline : after;
  return before + head + between + gap + text.replaceAll("\n", newline) + ending;
}

function formatOf(file: EditableFile): Format | "md" {
  if (file.endsWith(".json")) return "json";
  return file.endsWith(".md") ? "md" : "yaml";
}
