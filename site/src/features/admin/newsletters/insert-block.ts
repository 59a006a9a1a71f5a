import type { BLOCK_KINDS } from "@porchlight/protocol/newsletters.ts";
import type { TextChange } from "../shared/markdown/format-markdown.ts";

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Writes a block: `[[button: Listen now | /music]]`. Characters that would end a value are left out. */
export function writeBlock(kind: BlockKind, values: readonly string[]): string {
  const clean = values.map((value) => value.replace(/[|[\]\s]+/g, " ").trim()).filter((value) => value !== "");
  return clean.length === 0 ? `[[${kind}]]` : `[[${kind}: ${clean.join(" | ")}]]`;
}

/** Puts a block on a line of its own, after the line of the cursor. The rest of the text stays as it is. */
export function insertBlock(text: string, cursor: number, block: string): TextChange {
  const lineEnd = text.indexOf("\n", cursor);
  const at = lineEnd < 0 ? text.length : lineEnd;
  const before = text.slice(0, at);
  const after = text.slice(at);
  const above = before === "" || /\n[^\S\n]*\n$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const below = /^\n[^\S\n]*(\n|$)/.test(after) ? "" : after === "" ? "\n\n" : "\n";
  const insert = above + block + below;
  const end = at + insert.length;
  return { from: at, to: at, insert, selection: [end, end] };
}
